import { expect, it } from 'vitest';
import { systemClock } from '../../kernel/index.ts';
import { connectVenue } from './connect.ts';
import type { VenueSettings } from './settings.ts';

const settings: VenueSettings = {
  code: 'big',
  tenant: 'default',
  kind: 'ccxt',
  exchange: 'binance',
  account: 'MAIN',
  credentials: 'env:BIG',
};
const env = { BIG_KEY: 'k', BIG_SECRET: 's' };

it('an exchange with a profile can be asked by reference and followed; another can do less and says so', async () => {
  const known = await connectVenue(settings, env, systemClock);
  expect(known.code).toBe('big');
  expect(known.withdrawals).toMatchObject({ isIdempotent: false, honoursDeadline: true });
  expect(known.withdrawals?.find).toBeDefined();
  expect(known.orders).toBeDefined();
  expect(known.books?.isPolled).toBe(false);
  const other = await connectVenue({ ...settings, exchange: 'bitso' }, env, systemClock);
  expect(other.withdrawals).toMatchObject({ isIdempotent: false, honoursDeadline: false });
  expect(other.withdrawals?.find).toBeUndefined();
  expect(other.orders).toBeUndefined();
  expect(other.books?.isPolled).toBe(true);
  await Promise.all([known.close(), other.close()]);
});

it.each([
  [{ exchange: 'nosuch' }, /The venue big is on nosuch, which ccxt does not know\./],
  [{ exchange: 'Exchange' }, /which ccxt does not know/],
  [{ credentials: 'env:SMALL' }, /The venue big cannot be connected\. The environment must give SMALL_KEY/],
  [
    { exchange: 'kraken', sandbox: true },
    /The venue big cannot be connected: remove sandbox, kraken has none\./,
  ],
  [{ exchange: 'bitvavo', sandbox: true }, /remove sandbox, bitvavo has none\./],
  [
    { exchange: 'okx', options: { createOrder: 'x' } },
    /remove options\.createOrder, which Quaestor sets for okx/,
  ],
  [{ options: { sandbox: true } }, /remove options\.sandbox and set sandbox\./],
])('%j stops the start in one sentence', async (change, message) => {
  await expect(connectVenue({ ...settings, ...change }, env, systemClock)).rejects.toThrow(message);
});
