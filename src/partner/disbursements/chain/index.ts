export type { OnChain } from './client.ts';
export { payOnChain } from './pay.ts';
export { insertWithdrawals } from './store.ts';
export { PAY_ON_CHAIN, payJob } from './job.ts';
