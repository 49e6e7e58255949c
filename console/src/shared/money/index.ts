export { Address } from './address.tsx';
export { Amount } from './amount.tsx';
export { groupDigits } from './group.ts';
