export { createGate, type Authenticate } from './admit.ts';
export type { RateHeaders } from './limit-rate.ts';
