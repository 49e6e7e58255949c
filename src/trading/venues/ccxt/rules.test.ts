import { OrderNotFound, type Exchange } from 'ccxt';
import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '../../../kernel/index.ts';
import { openConnection } from './transport/connection.ts';
import { showingLate } from './exchanges/bybit/testing/server.ts';
import { prepare } from './prepare.ts';
import { reachOf } from './transport/reach.ts';
import { accessTo, newExchange } from './testing/connect.ts';
import type { Core } from './testing/core.ts';
import { IMITATIONS } from './testing/imitations.ts';
import { startLoopback } from './testing/loopback.ts';
import { openTransport } from './transport/transport.ts';

const SYMBOL = 'BTC/USDT';
const [TAKING, RESTING] = [60_002, 59_000];

const now = (): Date => new Date();

let stop: () => Promise<void>;
afterEach(() => stop());

/** A server, and ccxt as one would use it who does not know the exchange. */
async function start(
  id: string,
  dialect = IMITATIONS[id]?.dialect,
): Promise<{ core: Core; exchange: Exchange }> {
  if (!dialect) throw new Error(`There is no imitation of ${id}.`);
  const server = await startLoopback(dialect);
  const transport = openTransport(now, openConnection(now, reachOf(accessTo(server.port))));
  const exchange = prepare(newExchange(id), transport);
  server.core.arrange([], [['60001.01', '0.50000000']]);
  stop = async () => {
    transport.close();
    await server.goOffline();
  };
  await exchange.loadMarkets();
  return { core: server.core, exchange };
}

const place = (exchange: Exchange, price: number, parameters: object): Promise<unknown> =>
  exchange.createOrder(SYMBOL, 'limit', 'buy', 0.01, price, parameters);

const idsOf = ({ orders }: Core): string[] => orders.map(({ clientId }) => clientId);

describe('a naive user of ccxt', () => {
  it('believes that an order was never placed, which KuCoin has forgotten without hf', async () => {
    const { core, exchange } = await start('kucoin');
    const clientOid = newId();
    await place(exchange, TAKING, { clientOid });
    expect(core.orders[0]).toMatchObject({ clientId: clientOid, status: 'filled' });
    const naive = exchange.fetchOrder('', SYMBOL, { clientOid, hf: false });
    await expect(naive).rejects.toThrow(OrderNotFound);
    expect(await exchange.fetchOrder('', SYMBOL, { clientOid })).toMatchObject({ status: 'closed' });
  });

  it('believes that an order was never placed, which Gate hides by its id since it has ended', async () => {
    const { core, exchange } = await start('gate');
    const text = IMITATIONS['gate']?.dialect.encode(newId());
    await place(exchange, TAKING, { text });
    expect(core.orders[0]).toMatchObject({ clientId: text, status: 'filled' });
    await expect(exchange.fetchOrder(text ?? '', SYMBOL)).rejects.toThrow(OrderNotFound);
  });

  it('cancels every order at Gate instead of one', async () => {
    const { core, exchange } = await start('gate');
    const ids = [newId(), newId()].map((id) => IMITATIONS['gate']?.dialect.encode(id));
    for (const text of ids) await place(exchange, RESTING, { text });
    await exchange.cancelOrder('', SYMBOL, { clientOrderId: ids[0] }).catch(() => {});
    expect(core.orders.map(({ status }) => status)).toEqual(['cancelled', 'cancelled']);
  });

  it('gets another order of Bybit than was asked for', async () => {
    const { core, exchange } = await start('bybit');
    const [first, second] = [newId(), newId()];
    for (const orderLinkId of [first, second]) await place(exchange, RESTING, { orderLinkId });
    const naive = exchange.fetchOrder('', SYMBOL, { clientOrderId: first, acknowledged: true });
    expect(await naive).toMatchObject({ clientOrderId: second });
    expect(idsOf(core)).toEqual([first, second]);
  });

  it('believes that an order was never placed, which Bybit shows a little later', async () => {
    const { core, exchange } = await start('bybit', showingLate(1));
    const orderLinkId = newId();
    await place(exchange, RESTING, { orderLinkId });
    expect(idsOf(core)).toEqual([orderLinkId]);
    const ask = () => exchange.fetchOrder('', SYMBOL, { orderLinkId, acknowledged: true });
    await expect(ask()).rejects.toThrow(OrderNotFound);
    expect(await ask()).toMatchObject({ clientOrderId: orderLinkId });
  });

  it('is refused by Bybit with a repeated id, also after the first order has ended', async () => {
    const { core, exchange } = await start('bybit');
    const orderLinkId = newId();
    await place(exchange, TAKING, { orderLinkId });
    await expect(place(exchange, TAKING, { orderLinkId })).rejects.toThrow('170141');
    expect(core.orders).toHaveLength(1);
  });

  it('cannot tell from the records of Bybit which withdrawal was refused as repeated', async () => {
    const { core, exchange } = await start('bybit');
    const withdraw = (requestId: string): Promise<unknown> =>
      exchange.request('v5/asset/withdraw/create', 'private', 'POST', {
        coin: 'ETH',
        chain: 'ETH',
        address: '0xab',
        amount: '1.5',
        timestamp: Date.now(),
        accountType: 'UTA',
        requestId,
      });
    await withdraw('a1');
    await expect(withdraw('a1')).rejects.toThrow('Duplicate requestId');
    await withdraw('b2');
    expect(core.withdrawals).toHaveLength(2);
    const id = core.withdrawals[0]?.id;
    const records: unknown = await exchange.request('v5/asset/withdraw/query-record', 'private', 'GET', {
      withdrawID: id,
    });
    expect(JSON.stringify(records)).toContain(id);
    expect(JSON.stringify(records)).not.toContain('a1"');
  });

  it('is refused by OKX with an id that has hyphens', async () => {
    const { core, exchange } = await start('okx');
    await expect(place(exchange, RESTING, { clOrdId: newId() })).rejects.toThrow('51000');
    expect(core.orders).toEqual([]);
  });

  it.each([
    ['kraken', { oflags: 'fciq', deadline: '2999-01-01T00:00:00Z' }, 'cl_ord_id'],
    ['binance', {}, 'newClientOrderId'],
  ])('trades twice at %s by sending an id again, once the first order has ended', async (id, more, name) => {
    const { core, exchange } = await start(id);
    const own = newId();
    const send = (price: number) => place(exchange, price, { ...more, [name]: own });
    await send(TAKING);
    await send(TAKING);
    expect(idsOf(core)).toEqual([own, own]);
    await send(RESTING);
    await expect(send(RESTING)).rejects.toThrow(/[Dd]uplicate/);
    expect(core.orders).toHaveLength(3);
  });

  it('takes the first order of Coinbase for a second one', async () => {
    const { core, exchange } = await start('coinbase');
    const client_order_id = newId();
    const first = await place(exchange, RESTING, { client_order_id });
    const second = await place(exchange, TAKING, { client_order_id });
    expect(core.orders).toHaveLength(1);
    expect((second as { id: string }).id).toBe((first as { id: string }).id);
  });

  it('places an order at Crypto.com without the id that it was given', async () => {
    const { core, exchange } = await start('cryptocom');
    await place(exchange, RESTING, { clientOrderId: newId() });
    expect(idsOf(core)).toEqual(['']);
  });

  it('is refused by Bitstamp with a type that it does not know by this name', async () => {
    const { core, exchange } = await start('bitstamp');
    const naive = place(exchange, RESTING, { clientOrderId: newId(), timeInForce: 'IOC' });
    await expect(naive).rejects.toThrow('400.007');
    expect(core.orders).toEqual([]);
  });

  it('cannot ask Bitget for a withdrawal without a time', async () => {
    const { exchange } = await start('bitget');
    const list = exchange.request('v2/spot/wallet/withdrawal-records', ['private', 'spot'], 'GET', {
      clientOid: 'a1',
    });
    await expect(list).rejects.toThrow('400172');
  });
});
