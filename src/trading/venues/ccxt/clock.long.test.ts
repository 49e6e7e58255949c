import { afterEach, describe, expect, it } from 'vitest';
import { Decimal } from '../../../kernel/index.ts';
import { answerOf, patient, present, within } from '../testing/acceptance/calls.ts';
import { aRestingOrder, aWithdrawal } from '../testing/acceptance/requests.ts';
import { samplesWith } from '../testing/acceptance/samples.ts';
import { connectTo } from './testing/connect.ts';
import { imitationOf, IMITATIONS } from './testing/imitations.ts';
import { startLoopback, type Dialect } from './testing/loopback.ts';
import { ahead } from './testing/troubles.ts';

const SAMPLES = samplesWith({ bids: [], asks: [] });
const STOPPED = { kind: 'notSent', cause: 'clock' };

let stop: () => Promise<unknown> = () => Promise.resolve();
afterEach(() => stop());

/** An exchange whose clock can be set while it runs. */
async function start(id: string, headers: Readonly<Record<string, string>> = {}) {
  const { dialect } = imitationOf(id);
  let aheadMs = 0;
  const wandering: Dialect = {
    ...dialect,
    answer(core, request) {
      const { headers: own, ...answer } = ahead(dialect, aheadMs).answer(core, request);
      return { ...answer, headers: { ...own, ...headers } };
    },
  };
  const server = await startLoopback(wandering);
  const venue = connectTo(id, server.port);
  stop = () => Promise.all([venue.close(), server.goOffline()]);
  await answerOf(venue.describe(patient()));
  const { withdrawal } = server.underTest(() => venue).samples;
  const { destination } = withdrawal;
  const request = { ...aWithdrawal(SAMPLES), amount: Decimal.parse(withdrawal.amount), destination };
  return {
    core: server.core,
    venue,
    place: () => present(venue.orders).place(aRestingOrder(SAMPLES), patient()),
    withdraw: () => present(venue.withdrawals).submit(request, patient()),
    fund: () =>
      venue.withdrawals?.payingWallet?.fund(
        { withdrawal: request, reserved: Decimal.parse('500') },
        patient(),
      ),
    setAhead: async (ms: number) => {
      aheadMs = ms;
      // Any answer shows it, also a refusal.
      await present(venue.balances)(within(60_000));
    },
  };
}

describe.each(Object.keys(IMITATIONS))('while the clock of %s differs from ours', (id) => {
  it.each([20_000, -20_000])('by %d ms, nothing that moves money is sent', async (ms) => {
    const { core, venue, place, withdraw, fund, setAhead } = await start(id);
    await setAhead(ms);
    expect(await place()).toMatchObject(STOPPED);
    expect(await withdraw()).toMatchObject(STOPPED);
    expect((await fund()) ?? STOPPED).toMatchObject(STOPPED);
    expect([core.orders, core.withdrawals, core.transfers]).toEqual([[], [], []]);
    const described = await venue.describe(within(60_000));
    expect(described.kind === 'answered' ? described : described.cause).toBe('clock');
    await setAhead(0);
    await answerOf(venue.describe(patient()));
    await answerOf(place());
    await answerOf(withdraw());
    expect([core.orders.length, core.withdrawals.length]).toEqual([1, 1]);
  });
});

it('a time that a cache has kept says nothing about the clock', async () => {
  const { venue, setAhead } = await start('kraken', { age: '3600' });
  await setAhead(-3_600_000);
  expect(venue.clockAheadMs?.()).toBeUndefined();
});
