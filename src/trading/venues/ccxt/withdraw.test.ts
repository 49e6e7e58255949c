import { afterAll, expect, it } from 'vitest';
import { startBinance } from './testing/binance-server.ts';
import { connectBinance } from './testing/connect.ts';

const server = await startBinance();
const venue = connectBinance(server.port);
afterAll(async () => {
  await venue.close();
  await server.goOffline();
});

const DAY_MS = 24 * 3_600_000;

it.each([
  [6, { kind: 'answered', value: null }],
  [7, { kind: 'refused', code: 'too_old' }],
  [30, { kind: 'refused', code: 'too_old' }],
])('a reference of %d days ago that the exchange does not list is %j', async (days, outcome) => {
  const since = new Date(Date.now() - days * DAY_MS);
  const call = { deadline: new Date(Date.now() + 10_000) };
  expect(await venue.withdrawals?.find?.({ reference: 'unheard-of', since }, call)).toMatchObject(outcome);
});
