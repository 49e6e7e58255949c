export { managedRecipientEndpoints, ownRecipientEndpoints } from './routes.ts';
export { recipientJobs } from './work.ts';
