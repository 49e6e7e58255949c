import { afterEach, describe, expect, it } from 'vitest';
import { Decimal } from '../../../../../kernel/index.ts';
import { answerOf, patient, plain, present } from '../../../testing/acceptance/calls.ts';
import { aRestingOrder, aWithdrawal } from '../../../testing/acceptance/requests.ts';
import { samplesWith } from '../../../testing/acceptance/samples.ts';
import { connectTo } from '../../testing/connect.ts';
import { startLoopback, type Dialect } from '../../testing/loopback.ts';
import { dialect, lowFrequency } from './testing/server.ts';

const SAMPLES = samplesWith({ bids: [], asks: [] });

let stop: () => Promise<unknown> = () => Promise.resolve();
afterEach(() => stop());

async function start(own: Dialect) {
  const server = await startLoopback(own);
  const venue = connectTo('kucoin', server.port);
  stop = () => Promise.all([venue.close(), server.goOffline()]);
  return { core: server.core, venue };
}

describe.each([
  ['with', 'TRADE_HF', dialect],
  ['without', 'TRADE', lowFrequency],
])('an account %s a high-frequency wallet', (_, name, own) => {
  it('shows the balances of the wallet from which money is moved to pay', async () => {
    const { core, venue } = await start(own);
    const balances = await answerOf(present(venue.balances)(patient()));
    const eth = present(balances.find(({ asset }) => asset === 'ETH'));
    expect(plain(eth.available)).toBe(plain(core.free('ETH')));
    const wallet = present(venue.withdrawals?.payingWallet);
    core.paying?.set('ETH', Decimal.ZERO);
    const { moved } = await answerOf(
      wallet.fund({ withdrawal: aWithdrawal(SAMPLES), reserved: Decimal.ZERO }, patient()),
    );
    expect(plain(core.free('ETH'))).toBe(plain(eth.available.minus(moved)));
    expect(await answerOf(present(venue.wallet)(patient()))).toMatchObject({ name });
  });
});

it('orders are refused where they would be forgotten once they have ended', async () => {
  const { core, venue } = await start(lowFrequency);
  const outcome = await present(venue.orders).place(aRestingOrder(SAMPLES), patient());
  expect(outcome).toMatchObject({ kind: 'refused', code: 'wallet' });
  expect(core.orders).toEqual([]);
});

it('nothing is shown, moved or traded while the exchange does not say which wallet the account has', async () => {
  const { core, venue } = await start({
    ...dialect,
    answer: (own, request) =>
      request.path === '/api/v1/hf/accounts/opened'
        ? { body: { code: '200000', data: null } }
        : dialect.answer(own, request),
  });
  expect((await present(venue.balances)(patient())).kind).not.toBe('answered');
  expect((await present(venue.orders).place(aRestingOrder(SAMPLES), patient())).kind).not.toBe('answered');
  const request = { withdrawal: aWithdrawal(SAMPLES), reserved: Decimal.parse('500') };
  const wallet = present(venue.withdrawals?.payingWallet);
  expect((await wallet.fund(request, patient())).kind).not.toBe('answered');
  expect([core.orders, core.transfers]).toEqual([[], []]);
});
