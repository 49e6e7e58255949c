export { toDeposit } from './deposit.ts';
export { saidOf } from './observe.ts';
export { meaningOf } from './state.ts';
export { depositEvents } from './events.ts';
export { FIELDS as DEPOSIT_FIELDS } from './fields.ts';
export { measureDeposits } from './measure.ts';
export { Deposit } from './schema.ts';
export { depositEndpoints } from './routes.ts';
export { depositJobs } from './work.ts';
