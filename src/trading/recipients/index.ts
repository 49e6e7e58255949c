export { hide } from './hide.ts';
export { newRecipient, type NewRecipient } from './keep.ts';
export { findRecipients, type Opened } from './read.ts';
export { resealRecipients } from './reseal.ts';
export { recipientEndpoints } from './routes.ts';
export { recipient, toMark } from './schema.ts';
export { insertRecipients, type RecipientRow } from './store.ts';
export { recipientJobs } from './work.ts';
