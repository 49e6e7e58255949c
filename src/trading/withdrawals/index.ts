export { doubtUnsent } from './sending/index.ts';
export { withdrawalEvents } from './events.ts';
export { FIELDS as WITHDRAWAL_FIELDS } from './fields.ts';
export { measureWithdrawals } from './measure.ts';
export { withdrawalNotices } from './notices.ts';
export { withdrawalEndpoints } from './routes.ts';
export { withdrawalJobs } from './work.ts';
