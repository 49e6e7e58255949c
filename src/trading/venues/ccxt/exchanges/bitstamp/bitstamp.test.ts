import { afterEach, expect, it } from 'vitest';
import { systemClock } from '../../../../../kernel/index.ts';
import type { FeedEvent } from '../../../port/index.ts';
import { answerOf, patient, present } from '../../../testing/acceptance/calls.ts';
import { ccxtVenue } from '../../adapter.ts';
import { reachOf } from '../../transport/reach.ts';
import { accessTo, newExchange } from '../../testing/connect.ts';
import { startLoopback, type Dialect } from '../../testing/loopback.ts';
import { profile } from './profile.ts';
import { dialect } from './testing/server.ts';

let stop: () => Promise<void>;
afterEach(() => stop());

async function start(own: Dialect) {
  const server = await startLoopback(own);
  const venue = ccxtVenue({
    code: 'bitstamp',
    account: 'MAIN',
    clock: systemClock,
    create: () => newExchange('bitstamp'),
    profile: { ...profile, books: { ...profile.books, fetchEveryMs: 50 } },
    reach: reachOf(accessTo(server.port)),
  });
  stop = async () => {
    await venue.close();
    await server.goOffline();
  };
  return { core: server.core, venue };
}

it('a change that was lost is in the book once it has been fetched again, without being asked', async () => {
  const { core, venue } = await start({ ...dialect, tell: () => ({ event: 'bts:heartbeat', data: {} }) });
  const events: FeedEvent[] = [];
  present(venue.books).open('BTC-USDT', (event) => events.push(event));
  await expect.poll(() => events.some(({ type }) => type === 'snapshot')).toBe(true);
  core.change({ bids: [['59000.00', '1.50000000']], asks: [] });
  await expect.poll(() => events.at(-1)).toMatchObject({ type: 'snapshot', ...core.book() });
  expect(events.map(({ type }) => type)).not.toContain('change');
});

it('a wish of the venue for a new connection ends the feed, so that another is opened', async () => {
  const { core, venue } = await start({ ...dialect, tell: () => ({ event: 'bts:request_reconnect' }) });
  const events: FeedEvent[] = [];
  present(venue.books).open('BTC-USDT', (event) => events.push(event));
  await expect.poll(() => events.some(({ type }) => type === 'snapshot')).toBe(true);
  core.stir();
  await expect.poll(() => events.at(-1)?.type).toBe('disconnected');
});

it('fees that the venue gives in percent are fractions of what is traded', async () => {
  const { venue } = await start(dialect);
  const { accounts } = await answerOf(venue.describe(patient()));
  expect(accounts.map(({ makerFee, takerFee }) => [makerFee.toString(), takerFee.toString()])).toEqual([
    ['0.0008', '0.001'],
  ]);
});
