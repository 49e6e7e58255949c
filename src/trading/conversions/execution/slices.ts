import { Decimal } from '../../../kernel/index.ts';
import type { ConversionRow, OrderRow } from '../store.ts';
import type { Timing } from './timing.ts';

interface Slice {
  readonly isTaken: boolean;
  /** Including this one. */
  readonly left: bigint;
  readonly nextAt: Date;
}

/** Slices are evenly spaced. A part not traded in its slice is spread over the following ones. */
export function sliceAt(row: ConversionRow, own: readonly OrderRow[], timing: Timing, now: Date): Slice {
  const { expires_at, path, leg, leg_started_at } = row;
  const startMs = (leg_started_at ?? now).getTime();
  const untilExpiryMs = expires_at ? expires_at.getTime() - startMs : Number.POSITIVE_INFINITY;
  const legs = path.length - 1;
  const legMs = Math.min(timing.spreadMs / legs, untilExpiryMs / (legs - leg));
  const everyMs = Math.max(1, Math.floor(legMs / timing.slices));
  const last = timing.slices - 1;
  const indexOf = (time: Date): number => Math.min(Math.floor((time.getTime() - startMs) / everyMs), last);
  const index = indexOf(now);
  const before = own.at(-1);
  return {
    isTaken: before !== undefined && index < last && indexOf(before.created_at) === index,
    left: BigInt(timing.slices - index),
    nextAt: new Date(startMs + (index + 1) * everyMs),
  };
}

const SHARE_SCALE = 36;
export const share = (amount: Decimal, parts: bigint): Decimal =>
  parts === 1n ? amount : amount.dividedBy(Decimal.of(parts), SHARE_SCALE, 'down').trim();
