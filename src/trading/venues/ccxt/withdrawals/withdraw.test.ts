import { afterAll, expect, it } from 'vitest';
import { dialect as binance } from '../exchanges/binance/testing/server.ts';
import { dialect as kraken } from '../exchanges/kraken/testing/server.ts';
import { answerOf, patient } from '../../testing/acceptance/calls.ts';
import { aWithdrawal } from '../../testing/acceptance/requests.ts';
import { connectTo } from '../testing/connect.ts';
import { startLoopback } from '../testing/loopback.ts';

const server = await startLoopback(binance);
const venue = connectTo('binance', server.port);
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
  const sought = { reference: 'unheard-of', asset: 'ETH', since };
  expect(await venue.withdrawals?.find?.(sought, call)).toMatchObject(outcome);
});

it('one of another asset is not taken for ours by the id that a person has typed', async () => {
  const other = await startLoopback(kraken);
  const { venue: silent, samples } = other.underTest(() => connectTo('kraken', other.port));
  const { withdrawals } = silent;
  if (!withdrawals) throw new Error('Kraken must offer withdrawals.');
  const sent = aWithdrawal(samples);
  const { venueTransferId } = await answerOf(withdrawals.submit(sent, patient()));
  const status = (asset: string) => withdrawals.status({ ...sent, venueTransferId, asset }, patient());
  expect([(await status(sent.asset)).kind, (await status('BTC')).kind]).toEqual(['answered', 'unknown']);
  await silent.close();
  await other.goOffline();
});
