import { afterEach, expect, it } from 'vitest';
import { Decimal, newId } from '../../../../../kernel/index.ts';
import { answerOf, patient, present } from '../../../testing/acceptance/calls.ts';
import { aTakingOrder, aWithdrawal, sought } from '../../../testing/acceptance/requests.ts';
import { samplesWith } from '../../../testing/acceptance/samples.ts';
import { connectTo } from '../../testing/connect.ts';
import { CHAINS, CURRENCIES } from './testing/published.ts';
import { dialect as gate } from './testing/server.ts';
import { startLoopback, type Dialect } from '../../testing/loopback.ts';

const SAMPLES = samplesWith({ bids: [], asks: [['60001.01', '0.10000000']] });

let stop: () => Promise<void>;
afterEach(() => stop());

async function start(answers: (path: string) => unknown = () => undefined) {
  const dialect: Dialect = {
    ...gate,
    answer(core, request) {
      const body = answers(request.path);
      return body === undefined ? gate.answer(core, request) : { body };
    },
  };
  const server = await startLoopback(dialect);
  const venue = connectTo('gate', server.port);
  stop = async () => {
    await venue.close();
    await server.goOffline();
  };
  return { core: server.core, venue, orders: present(venue.orders), withdrawals: present(venue.withdrawals) };
}

it('a fee that was paid in GT is read as GT', async () => {
  const { core, orders } = await start((path) =>
    path.endsWith('/my_trades')
      ? core.orders.flatMap(({ id, trades: [trade] }) => ({
          id: trade?.id,
          create_time_ms: `${trade?.at}.000000`,
          currency_pair: 'BTC_USDT',
          order_id: id,
          side: 'buy',
          role: 'taker',
          amount: trade?.quantity.toString(),
          price: trade?.price.toString(),
          fee: '0',
          fee_currency: 'BTC',
          point_fee: '0',
          gt_fee: '0.25',
        }))
      : undefined,
  );
  core.arrange([], SAMPLES.market.asks);
  const order = aTakingOrder(SAMPLES);
  await answerOf(orders.place(order, patient()));
  const trades = await answerOf(orders.trades(sought(order), patient()));
  expect(trades.map(({ fee, feeAsset }) => [fee.toString(), feeAsset])).toEqual([['0.25', 'GT']]);
});

it('USDT on Omni is not offered as Bitcoin, and none is paid out there', async () => {
  const usdt = present(CURRENCIES.find(({ currency }) => currency === 'USDT'));
  const omni = { ...usdt, chains: [...usdt.chains, { ...usdt.chains[0], name: 'BTC' }] };
  const listed = CURRENCIES.map((one) => (one === usdt ? omni : one));
  const { core, venue, withdrawals } = await start((path) =>
    path === '/api/v4/spot/currencies' ? listed : undefined,
  );
  const { assets } = await answerOf(venue.describe(patient()));
  const networks = (code: string) =>
    assets.find((one) => one.code === code)?.networks.map((network) => network.code);
  expect([networks('USDT'), networks('BTC')]).toEqual([['TRON'], ['BITCOIN']]);
  const address = '1BoatSLRHtKNngkdXEeobR76b53LETtpyT';
  const request = {
    ...aWithdrawal(SAMPLES),
    asset: 'USDT',
    destination: { kind: 'blockchain', network: 'BITCOIN', address } as const,
  };
  expect(await withdrawals.submit(request, patient())).toMatchObject({ kind: 'refused', code: 'network' });
  expect(core.withdrawals).toEqual([]);
});

it('an order that ended is found among more later ones than a page holds', async () => {
  const { core, orders } = await start();
  const own = newId();
  for (const id of [own, ...Array.from({ length: 120 }, () => newId())]) {
    const [price, quantity] = [Decimal.parse('100'), Decimal.parse('0.01')];
    core.place({ clientId: gate.encode(id), side: 'buy', type: 'ioc', price, quantity });
  }
  const order = { clientOrderId: own, symbol: 'BTC-USDT', since: new Date(), venueOrderId: null };
  const found = await answerOf(present(orders.find)(order, patient()));
  expect(found).toMatchObject({ clientOrderId: own, status: 'cancelled' });
});

it('a withdrawal that is too fine for its network is refused before it is sent', async () => {
  const { core, withdrawals } = await start((path) =>
    path.endsWith('/currency_chains') ? CHAINS.map((chain) => ({ ...chain, decimal: '6' })) : undefined,
  );
  const outcome = await withdrawals.submit(aWithdrawal(SAMPLES), patient());
  expect(outcome).toMatchObject({ kind: 'refused' });
  expect(core.withdrawals).toEqual([]);
});
