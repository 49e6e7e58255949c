export { Address } from './address.tsx';
export { Aligned, mostDecimals } from './aligned.tsx';
export { Amount } from './amount.tsx';
export { groupDigits } from './group.ts';
export { roundDigits } from './round.ts';
