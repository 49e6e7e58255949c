export { toApproval } from './expand.ts';
export { FIELDS } from './fields.ts';
export { getWithdrawal } from './get.ts';
export { listWithdrawals } from './list.ts';
export { requesters, screeners, votesOf } from './store.ts';
