import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocketServer, type WebSocket } from 'ws';
import { Decimal } from '../../../../kernel/index.ts';
import type { BookLevel } from '../../port.ts';
import type { Operation } from '../../testing/acceptance/venue-under-test.ts';

export const KEYS = { key: 'binance-key', secret: 'binance-secret' };

const SYMBOL = 'BTCUSDT';
const ASSETS = { BTC: '10', ETH: '1000', USDT: '1000000' };

type Fault =
  | { readonly type: 'drop' | 'lose' | 'fail' | 'garble' }
  | { readonly type: 'delay'; readonly ms: number };
type Levels = Map<string, string>;

interface Withdrawal {
  readonly id: string;
  readonly coin: string;
  readonly amount: string;
  readonly withdrawOrderId: string;
  readonly network: string;
  readonly address: string;
  status: number;
  txId: string;
  info: string;
}

/** The status of a withdrawal, as the exchange numbers it. */
const PROCESSING = 4;
const FAILURE = 5;
const COMPLETED = 6;

/** Problems as the exchange words them. */
const fault = (code: number, msg: string) => ({ status: 400, body: { code, msg } });

/**
 * A server that speaks the part of Binance's published spot protocol that our adapter needs: signed REST calls with
 * a receive window, and the stream of differences in depth. It has one account, one market, and faults on command.
 */
export async function startBinance() {
  const balances = new Map(Object.entries(ASSETS).map(([asset, free]) => [asset, Decimal.parse(free)]));
  const withdrawals: Withdrawal[] = [];
  const faults = new Map<Operation, Fault>();
  const book: Record<'bids' | 'asks', Levels> = { bids: new Map(), asks: new Map() };
  let updateId = 1000;
  let stirs = 0;

  const server = createServer((request, response) => void serve(request, response));
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, confirmSubscriptions),
  );
  const port = await listen(server, 0);

  function change(changes: {
    readonly bids: readonly BookLevel[];
    readonly asks: readonly BookLevel[];
  }): void {
    for (const side of ['bids', 'asks'] as const) {
      for (const [price, quantity] of changes[side]) {
        if (Decimal.parse(quantity).isZero) book[side].delete(price);
        else book[side].set(price, quantity);
      }
    }
    const first = updateId + 1;
    updateId += Math.max(1, changes.bids.length + changes.asks.length);
    const { bids: b, asks: a } = changes;
    const message = { e: 'depthUpdate', E: Date.now(), s: SYMBOL, U: first, u: updateId, b, a };
    for (const client of sockets.clients) client.send(JSON.stringify(message));
  }

  function sorted(): { bids: BookLevel[]; asks: BookLevel[] } {
    return { bids: sortLevels(book.bids, -1), asks: sortLevels(book.asks, 1) };
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://binance');
    const query = request.method === 'GET' ? url.search.slice(1) : Buffer.concat(chunks).toString('utf8');
    const operation = OPERATIONS[`${request.method} ${url.pathname}`];
    const struck = operation && faults.get(operation);
    if (operation) faults.delete(operation);
    if (struck?.type === 'lose') return void request.socket.destroy();
    if (struck?.type === 'delay') await sleep(struck.ms);
    const { status, body } = answer(request, url.pathname, query);
    if (struck?.type === 'drop') return void request.socket.destroy();
    if (struck?.type === 'garble') return void response.writeHead(200).end('<html>It works!</html>');
    if (struck?.type === 'fail') return void response.writeHead(503).end('<html>Unavailable</html>');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  function answer(request: IncomingMessage, path: string, query: string): { status: number; body: unknown } {
    const parameters = new URLSearchParams(query);
    if (path === '/api/v3/exchangeInfo') return { status: 200, body: EXCHANGE_INFO };
    if (path === '/api/v3/depth') return { status: 200, body: { lastUpdateId: updateId, ...sorted() } };
    const [signed, signature] = query.split('&signature=');
    if (request.headers['x-mbx-apikey'] !== KEYS.key)
      return fault(-2015, 'Invalid API-key, IP, or permissions for action.');
    if (
      signature !==
      createHmac('sha256', KEYS.secret)
        .update(signed ?? '')
        .digest('hex')
    ) {
      return fault(-1022, 'Signature for this request is not valid.');
    }
    const age = Date.now() - Number(parameters.get('timestamp'));
    if (age > Number(parameters.get('recvWindow') ?? 5000) || age < -1000) {
      return fault(-1021, 'Timestamp for this request is outside of the recvWindow.');
    }
    switch (path) {
      case '/api/v3/account':
        return { status: 200, body: { balances: [...balances].map(showBalance), updateTime: Date.now() } };
      case '/sapi/v1/capital/config/getall':
        return { status: 200, body: COINS };
      case '/sapi/v1/asset/tradeFee':
        return {
          status: 200,
          body: [{ symbol: SYMBOL, makerCommission: '0.0008', takerCommission: '0.001' }],
        };
      case '/sapi/v1/capital/withdraw/apply':
        return withdraw(Object.fromEntries(parameters));
      case '/sapi/v1/capital/withdraw/history':
        return { status: 200, body: withdrawals.filter((one) => matches(one, parameters)) };
      default:
        return { status: 404, body: { code: -1, msg: `There is no ${path}.` } };
    }
  }

  const held = (coin: string): Decimal =>
    withdrawals
      .filter((one) => one.coin === coin && one.status === PROCESSING)
      .reduce((sum, { amount }) => sum.plus(Decimal.parse(amount)), Decimal.ZERO);

  function withdraw(input: Record<string, string>): { status: number; body: unknown } {
    const { coin = '', amount = '', address = '', network = '', withdrawOrderId = '' } = input;
    const free = balances.get(coin);
    const asked = Decimal.parse(amount);
    if (!free || !COINS.some((one) => one.coin === coin && one.networkList[0]?.network === network)) {
      return fault(-4007, 'The withdrawal of this coin is closed.');
    }
    if (asked.compare(Decimal.parse('0.001')) < 0) return fault(-4011, 'The amount is below the minimum.');
    if (free.compare(asked) < 0) return fault(-4026, 'The user has insufficient balance available.');
    balances.set(coin, free.minus(asked));
    const id = randomUUID().replaceAll('-', '');
    withdrawals.push({
      id,
      coin,
      amount,
      withdrawOrderId,
      network,
      address,
      status: PROCESSING,
      txId: '',
      info: '',
    });
    return { status: 200, body: { id } };
  }

  function settle(reference: string, end: Partial<Withdrawal>): void {
    for (const one of withdrawals) if (one.withdrawOrderId === reference) Object.assign(one, end);
  }

  return {
    port,
    balances,
    withdrawals,
    held,
    book: sorted,
    /** Connections to the stream that are open. */
    streams: () => sockets.clients.size,
    /** Replaces everything that is offered. */
    arrange(bids: readonly BookLevel[], asks: readonly BookLevel[]): void {
      change({ bids: [...gone(book.bids), ...bids], asks: [...gone(book.asks), ...asks] });
    },
    /** Moves the quantity of the best bid, and an ask in and out. */
    stir(): void {
      stirs += 1;
      const [best] = sorted().bids;
      change({
        bids: best ? [[best[0], `0.${String(stirs).padStart(8, '0')}`]] : [],
        asks: [['60100.12345678', stirs % 2 === 0 ? '0.00000000' : '1.50000000']],
      });
    },
    complete: (reference: string) => settle(reference, { status: COMPLETED, txId: '0xhash' }),
    fail: (reference: string, info: string) => settle(reference, { status: FAILURE, info }),
    strike: (operation: Operation, fault: Fault) => void faults.set(operation, fault),
    async goOffline(): Promise<void> {
      for (const client of sockets.clients) client.terminate();
      server.closeAllConnections();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
    async goOnline(): Promise<void> {
      if (!server.listening) await listen(server, port);
    },
  };
}

function confirmSubscriptions(client: WebSocket): void {
  client.on('message', (data: Buffer) => {
    const { id } = JSON.parse(data.toString('utf8')) as { id: number };
    client.send(JSON.stringify({ result: null, id }));
  });
}

const sortLevels = (side: Levels, direction: 1 | -1): BookLevel[] =>
  [...side].sort(([a], [b]) => Decimal.parse(a).compare(Decimal.parse(b)) * direction);

const gone = (side: Levels): BookLevel[] => [...side.keys()].map((price) => [price, '0.00000000']);

function showBalance([asset, free]: readonly [string, Decimal]) {
  return { asset, free: free.toString(), locked: '0.00000000' };
}

function matches({ withdrawOrderId, id }: Withdrawal, parameters: URLSearchParams): boolean {
  const [reference, ids] = [parameters.get('withdrawOrderId'), parameters.get('idList')];
  return (
    (reference === null || reference === withdrawOrderId) && (ids === null || ids.split(',').includes(id))
  );
}

async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'POST /sapi/v1/capital/withdraw/apply': 'withdraw',
  'GET /sapi/v1/capital/withdraw/history': 'findWithdrawal',
  'GET /api/v3/account': 'balances',
};

const EXCHANGE_INFO = {
  timezone: 'UTC',
  serverTime: 0,
  symbols: [
    {
      symbol: SYMBOL,
      status: 'TRADING',
      baseAsset: 'BTC',
      baseAssetPrecision: 8,
      quoteAsset: 'USDT',
      quotePrecision: 8,
      isSpotTradingAllowed: true,
      permissions: [],
      permissionSets: [['SPOT']],
      orderTypes: ['LIMIT', 'MARKET'],
      filters: [
        {
          filterType: 'PRICE_FILTER',
          minPrice: '0.01000000',
          maxPrice: '1000000.00000000',
          tickSize: '0.01000000',
        },
        { filterType: 'LOT_SIZE', minQty: '0.00001000', maxQty: '9000.00000000', stepSize: '0.00001000' },
      ],
    },
  ],
};

const network = (name: string, coin: string, step: string) => ({
  network: name,
  coin,
  name,
  withdrawIntegerMultiple: step,
  isDefault: true,
  depositEnable: true,
  withdrawEnable: true,
  withdrawFee: '0.0005',
  withdrawMin: '0.001',
  withdrawMax: '1000000',
});

const COINS = Object.entries({
  BTC: network('BTC', 'BTC', '0.00000001'),
  ETH: network('ETH', 'ETH', '0.000000000000000001'),
  USDT: network('TRX', 'USDT', '0.000001'),
}).map(([coin, only]) => ({
  coin,
  name: coin,
  trading: true,
  isLegalMoney: false,
  depositAllEnable: true,
  withdrawAllEnable: true,
  networkList: [only],
}));
