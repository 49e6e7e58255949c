import { Big } from 'big.js';
import { groupDigits } from './group.ts';

/** A decimal rounded for reading, half away from zero. The exact one belongs beside it. */
export const roundDigits = (decimal: string, decimals: number): string =>
  groupDigits(new Big(decimal).toFixed(decimals, Big.roundHalfUp));
