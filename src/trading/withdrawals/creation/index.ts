export { createWithdrawal, creationAt } from './create.ts';
export { foreseeRecipient, foreseeVerdict } from './foresee.ts';
export type { Managed } from './input.ts';
