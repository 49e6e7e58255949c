import { expect, test } from 'vitest';
import type { ConversionRow } from '../store.ts';
import { sliceAt } from './slices.ts';
import { TIMING } from './timing.ts';

const BEGUN_AT = new Date('2026-03-01T12:00:00.000Z');
const afterMs = (ms: number): Date => new Date(BEGUN_AT.getTime() + ms);

/** When each leg has used its last slice, in milliseconds after the first has begun. */
function endsOf(assets: readonly string[], expiresAfterMs?: number): number[] {
  const ends: number[] = [];
  for (let leg = 0; leg < assets.length - 1; leg += 1) {
    const row = {
      path: assets,
      leg,
      leg_started_at: afterMs(ends.at(-1) ?? 0),
      expires_at: expiresAfterMs === undefined ? null : afterMs(expiresAfterMs),
    } as unknown as ConversionRow;
    let { left, nextAt } = sliceAt(row, [], TIMING, row.leg_started_at ?? BEGUN_AT);
    while (left > 1n) ({ left, nextAt } = sliceAt(row, [], TIMING, nextAt));
    ends.push(nextAt.getTime() - BEGUN_AT.getTime());
  }
  return ends;
}

test.each([
  ['one leg', ['BTC', 'USDT'], undefined, [600_000]],
  ['two legs', ['BTC', 'USDT', 'EUR'], undefined, [300_000, 600_000]],
  ['one leg that expires sooner', ['BTC', 'USDT'], 100_000, [100_000]],
  ['two legs that expire sooner', ['BTC', 'USDT', 'EUR'], 100_000, [50_000, 100_000]],
  ['two legs that expire later', ['BTC', 'USDT', 'EUR'], 3_600_000, [300_000, 600_000]],
])('slices over time end after ten minutes or at the expiry: %s', (_case, assets, expiresAfterMs, ends) => {
  expect(endsOf(assets, expiresAfterMs)).toEqual(ends);
});
