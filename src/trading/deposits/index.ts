export { toDeposit } from './deposit.ts';
export { meaningOf } from './state.ts';
export { depositEvents } from './events.ts';
export { measureDeposits } from './measure.ts';
export { Deposit } from './schema.ts';
export { depositEndpoints } from './routes.ts';
export { depositJobs } from './work.ts';
