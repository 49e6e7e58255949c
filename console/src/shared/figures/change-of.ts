import { Big } from 'big.js';
import { groupDigits } from '../money/index.ts';
import { texts } from './texts.ts';

type Value = string | number | null;

interface Change {
  readonly sign: number;
  readonly text: string;
  /** Only the number, with its unit; null where nothing can be compared. */
  readonly short: string | null;
}

/** In which direction a figure went, and how to say it. With `inPoints` it is a percentage. */
export function changeOf(now: Value, before: Value, inPoints: boolean): Change {
  if (now === null) return { sign: 0, text: texts.nothing, short: null };
  const base = before === null ? null : new Big(before);
  if (base === null || (!inPoints && base.eq(0))) return { sign: 0, text: texts.incomparable, short: null };
  const difference = new Big(now).minus(base).times(100);
  const change = (inPoints ? difference : difference.div(base.abs())).round(1);
  const sign = change.cmp(0);
  const short = texts.short(groupDigits(change.toFixed(1)), inPoints);
  // A change that is rounded away is still one.
  return { sign, text: difference.eq(0) ? texts.same : texts.change(short), short };
}
