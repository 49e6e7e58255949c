export { voteOnWithdrawal } from './approvals/index.ts';
export { doubtUnsent } from './sending/index.ts';
export {
  createWithdrawal,
  creationAt,
  foreseeRecipient,
  foreseeVerdict,
  type Managed,
} from './creation/index.ts';
export { withdrawalEvents } from './events.ts';
export { FIELDS as WITHDRAWAL_FIELDS } from './reading/index.ts';
export { measureWithdrawals } from './measure.ts';
export type { Rates } from './policy/index.ts';
export { withdrawalNotices } from './notices.ts';
export { withdrawalEndpoints } from './routes.ts';
export { COLUMNS as WITHDRAWAL_COLUMNS, type WithdrawalRow } from './store.ts';
export { STATUSES as WITHDRAWAL_STATUSES } from './status.ts';
export { withdrawalJobs } from './work.ts';
