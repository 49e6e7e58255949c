import { Big } from 'big.js';
import { texts } from './texts.ts';

type Value = string | number | null;

/** In which direction a figure went, and how to say it. With `inPoints` it is a percentage. */
export function changeOf(now: Value, before: Value, inPoints: boolean): { sign: number; text: string } {
  if (now === null) return { sign: 0, text: texts.nothing };
  const base = before === null ? null : new Big(before);
  if (base === null || (!inPoints && base.eq(0))) return { sign: 0, text: texts.incomparable };
  const difference = new Big(now).minus(base).times(100);
  const change = (inPoints ? difference : difference.div(base)).round(1);
  const sign = change.cmp(0);
  return { sign, text: sign === 0 ? texts.same : texts.change(change.toFixed(1), inPoints) };
}
