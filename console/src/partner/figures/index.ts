export { asQuery, figuresOf, topOf, type Top } from './figures-of.ts';
export { numberOf } from './number-of.ts';
export { Sums, Terms } from './terms.tsx';
export { measured, measureUnit } from './measure-texts.ts';
