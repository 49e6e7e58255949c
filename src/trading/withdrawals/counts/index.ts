export { countWithdrawals, foldCounts } from './store.ts';
