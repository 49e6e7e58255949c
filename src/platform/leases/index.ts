export { hold, lead } from './hold.ts';
export { Lease } from './lease.ts';
export { measureLeases } from './measure.ts';
export { selectLease } from './store.ts';
