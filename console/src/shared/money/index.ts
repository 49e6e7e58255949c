export { Address } from './address.tsx';
export { Aligned, mostDecimals, mostPlaces } from './aligned.tsx';
export { Amount } from './amount.tsx';
export { groupDigits } from './group.ts';
export { cutDecimal, isMoney, placesOf } from './places.ts';
export { EXACT_MARKS, readAmount, readDecimal, writeAmount } from './read-amount.ts';
export { roundDigits } from './round.ts';
