export { eraseOutdated, eraseRecipient, type Uses } from './erase.ts';
export { hide } from './hide.ts';
export { newRecipient, type NewRecipient } from './keep.ts';
export { findRecipients, getRecipient, type Opened, type Recipient } from './read.ts';
export { resealRecipients } from './reseal.ts';
export { recipientHash, recipientId } from './schema.ts';
export { insertRecipients, type RecipientRow } from './store.ts';
export { viewRecipient } from './view.ts';
