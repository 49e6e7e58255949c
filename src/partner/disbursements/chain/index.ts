export { askVenues, type VenueQuestions } from './ask-venues.ts';
export type { OnChain } from './client.ts';
export { payOnChain, type PayingMeans } from './pay.ts';
export { insertWithdrawals } from './store.ts';
export { PAY_ON_CHAIN, payJob } from './job.ts';
