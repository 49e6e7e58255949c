import ccxt, { exchanges, type Exchange } from 'ccxt';
import { beforeAll, describe, expect, it } from 'vitest';
import { Decimal } from '../../../../kernel/index.ts';
import { explain } from '../outcomes/explain.ts';
import { faultOf, IN_PATH, isLookup, type Expected } from './guard.ts';
import { classify } from '../outcomes/classify.ts';
import { prepare } from '../prepare.ts';
import { recordRequests, type Recorded } from '../testing/recorder.ts';
import { openTransport } from './transport.ts';
import { thorough } from '../../../../testing/effort.ts';

const CLASSES = exchanges as unknown as Record<string, new (options: object) => Exchange>;
const ID = 'f81d4fae7dec11d0a76500a0c91e6bf6';
/** Too many digits for a binary float. */
const AMOUNT = '7.123456789012345678';
const PRICE = '60123.45';
const ADDRESS = `0x${'ab12'.repeat(10)}`;
const TAG = '987654321';

/** A market and two currencies in the library's own terms, fine enough for the amount. */
function furnish(exchange: Exchange): void {
  const precision = exchange.precisionMode === ccxt.TICK_SIZE ? 1e-18 : 18;
  const base = { id: 'BTC', numericId: 1, code: 'BTC', precision, active: true, type: 'crypto' };
  const network = { id: 'ETH', network: 'ETH', precision, active: true, withdraw: true, fee: '0.001' };
  const currencies = [
    { ...base, networks: { ETH: network }, info: {} },
    { ...base, id: 'USDT', code: 'USDT', networks: { ETH: network }, info: {} },
  ];
  const market = {
    id: 'BTCUSDT',
    symbol: 'BTC/USDT',
    base: 'BTC',
    quote: 'USDT',
    baseId: 'BTC',
    quoteId: 'USDT',
    type: 'spot',
    spot: true,
    margin: false,
    swap: false,
    future: false,
    option: false,
    active: true,
    contract: false,
    precision: { amount: precision, price: precision },
    limits: {},
    info: { orderTypes: ['LIMIT'] },
  };
  exchange.setMarkets(
    [exchange.extend(exchange.safeMarketStructure(), market)],
    Object.fromEntries(currencies.map((currency) => [currency.code, currency])) as never,
  );
}

/** Something that many exchanges answer to questions about the account, so that the library goes on. */
const answerOf = (id: string) => ({
  code: id.startsWith('kucoin') ? '200000' : '0',
  retCode: 0,
  status: 'ok',
  result: { list: [], uta: 1, unified: 1, userID: '1' },
  data: [{ id: '1', type: 'spot', uid: '1', fee: '0.001', currency: { code: 'USDT' } }],
});

type Ready = ReturnType<typeof ready>;

/** An instance of the library with credentials and a market, whose requests are kept. */
function ready(id: string) {
  const { connection, requests } = recordRequests(({ method }) =>
    method === 'GET' ? { body: answerOf(id) } : undefined,
  );
  const transport = openTransport(() => new Date(), connection);
  const Class = CLASSES[id];
  if (!Class) throw new Error(`ccxt has no ${id}.`);
  const exchange = prepare(
    new Class({
      apiKey: 'account-key',
      secret: 'c2VjcmV0',
      password: 'word',
      uid: '123456',
      login: 'login',
      walletAddress: ADDRESS,
      privateKey: `0x${'11'.repeat(32)}`,
      token: 'token',
      twofa: 'JBSWY3DP',
      enableRateLimit: false,
    }),
    transport,
  );
  furnish(exchange);
  return { exchange, transport, requests };
}

/** Makes a guarded call and says what became of it. */
async function attempt(
  { exchange, transport, requests }: Ready,
  expected: Expected,
  call: (exchange: Exchange) => Promise<unknown>,
): Promise<{ readonly outcome: string; readonly sent: readonly Recorded[] }> {
  requests.length = 0;
  const outcome = await transport.make(
    { deadline: new Date(Date.now() + 10_000) },
    () => transport.guard(expected, () => call(exchange), classify('place', undefined)),
    explain,
  );
  return {
    outcome: 'reason' in outcome ? `${outcome.kind} ${outcome.reason}` : outcome.kind,
    sent: requests.filter(({ url, ...request }) => !isLookup(url, request, expected)),
  };
}

/** Every text of a request, in whatever way it is wrapped: a second opinion on what stands in it. */
function textOf({ url, headers = {}, body = '' }: Recorded): string {
  const payloads = Object.values(headers).map((value) => Buffer.from(value, 'base64').toString('utf8'));
  const plain = [url.toString(), body, ...payloads].join('\n');
  // Not every text that looks encoded is: signatures are random.
  const decoded = plain.replaceAll(/%([0-9a-f]{2})/gi, (_, byte: string) =>
    String.fromCodePoint(Number.parseInt(byte, 16)),
  );
  return `${plain}\n${decoded}`;
}

const AN_ORDER: Expected = {
  values: { id: ID, amount: Decimal.parse(AMOUNT), price: Decimal.parse(PRICE), side: ['sell'] },
};
const sell = (exchange: Exchange): Promise<unknown> =>
  exchange.createOrder('BTC/USDT', 'limit', 'sell', AMOUNT as never, PRICE as never, { clientOrderId: ID });

const withdrawalOf = (id?: string): Expected => ({
  values: { ...(id && { id }), amount: Decimal.parse(AMOUNT), address: ADDRESS, tag: TAG, network: ['ETH'] },
});

/** The exchanges whose class declares something, in the library's own list. */
const having = (what: string): string[] =>
  Object.keys(exchanges)
    .filter((id) => ready(id).exchange.has[what])
    .sort();

describe('of every exchange that ccxt knows', () => {
  const carried = { orders: new Set<string>(), withdrawals: new Set<string>() };
  /** Without a request that moves money: the library wants other credentials, markets or answers first. */
  const unbuilt = new Set<string>();
  const attempted = { orders: new Set<string>(), withdrawals: new Set<string>() };
  const faults: string[] = [];

  beforeAll(async () => {
    for (const id of Object.keys(CLASSES)) {
      const subject = ready(id);
      const { has } = subject.exchange;
      if (has['createOrder']) {
        attempted.orders.add(id);
        const { outcome, sent } = await attempt(subject, AN_ORDER, sell);
        if (sent.length === 0 && !outcome.startsWith('refused')) unbuilt.add(id);
        inspect(`order at ${id}`, sent, [ID, AMOUNT, PRICE], () => carried.orders.add(id));
      }
      if (!has['withdraw']) continue;
      for (const reference of [undefined, ID]) {
        attempted.withdrawals.add(id);
        const { outcome, sent } = await attempt(subject, withdrawalOf(reference), (exchange) =>
          exchange.withdraw('USDT', AMOUNT as never, ADDRESS, TAG, {
            network: 'ETH',
            ...(reference && { clientOrderId: ID }),
          }),
        );
        if (sent.length === 0 && !outcome.startsWith('refused')) unbuilt.add(id);
        const texts = [AMOUNT, ADDRESS, TAG, ...(reference ? [ID] : [])];
        inspect(`withdrawal at ${id}`, sent, texts, () => carried.withdrawals.add(id));
      }
    }
  }, 120_000);

  function inspect(what: string, sent: readonly Recorded[], texts: string[], onCarried: () => void): void {
    if (sent.length > 1) faults.push(`${what} left ${sent.length} times`);
    for (const request of sent) {
      onCarried();
      const whole = textOf(request).toLowerCase();
      const missing = texts.filter((text) => !whole.includes(text.toLowerCase()));
      if (missing.length > 0) faults.push(`${what} left without ${missing.join(', ')}`);
    }
  }

  it('an order or a withdrawal leaves with its id and its odd amount exactly, once, or not at all', () => {
    expect(faults).toEqual([]);
  });

  thorough('every exchange that declares orders or withdrawals was tried', () => {
    expect([...attempted.orders].sort()).toEqual(having('createOrder'));
    expect([...attempted.withdrawals].sort()).toEqual(having('withdraw'));
    expect(attempted.orders.size).toBeGreaterThan(100);
  });

  it('nearly all came as far as the guard or a refusal of the library', () => {
    expect([...unbuilt].slice(20)).toEqual([]);
  });

  it('many do carry them, so that the guard does not stop everything', () => {
    expect(carried.orders.size).toBeGreaterThan(55);
    expect([...carried.orders]).toEqual(expect.arrayContaining(['binance', 'okx', 'kraken', 'bitstamp']));
    expect(carried.withdrawals.size).toBeGreaterThan(28);
  });

  it.each(['coinbase', 'cryptocom'])(
    '%s, whose class drops the common name of the id, is stopped, and the reason says so',
    async (id) => {
      const { outcome, sent } = await attempt(ready(id), AN_ORDER, sell);
      expect(sent).toEqual([]);
      expect(outcome).toBe(`refused Nothing was sent: the id ${ID} is not in the request.`);
    },
  );

  it('gemini, whose class drops the tag, and kucoin, which sends a float, are stopped', async () => {
    const withdraw = (exchange: Exchange): Promise<unknown> =>
      exchange.withdraw('USDT', AMOUNT as never, ADDRESS, TAG, { network: 'ETH' });
    const expected = withdrawalOf();
    expect((await attempt(ready('gemini'), expected, withdraw)).outcome).toContain(
      'the tag 987654321 is not in',
    );
    expect((await attempt(ready('kucoin'), expected, withdraw)).outcome).toContain(
      `the amount ${AMOUNT} is not in`,
    );
  });
});

const json = (body: string) => ({ method: 'POST', body });

describe('a request', () => {
  const url = new URL('https://venue.example/orders/market?price=100.50');
  const expected: Expected = {
    values: { amount: Decimal.parse('0.5'), price: Decimal.parse('100.5'), side: ['buy'] },
    names: { amount: 'size' },
  };

  it.each([
    ['its values as texts', json('{"size":"0.50","side":"BUY"}'), undefined],
    ['a number of the same value', json('{"o":[{"size":0.5,"side":"buy"}]}'), undefined],
    ['a form', json('size=0.5&side=buy'), undefined],
    ['a document in a form', json('data={"size":"0.5","side":"buy"}'), undefined],
    ['a payload in a header', payload('{"size":"0.5","side":"buy"}'), undefined],
    [
      'a rounded amount',
      json('{"size":"0.4999","side":"buy"}'),
      'the amount 0.5 is not in the request, which has 0.4999',
    ],
    [
      'the amount under another name',
      json('{"funds":"0.5","side":"buy"}'),
      'the amount 0.5 is not in the request',
    ],
    [
      'two amounts',
      json('{"size":["0.5","5"],"side":"buy"}'),
      'the amount 0.5 is not in the request, which has 0.5',
    ],
    ['the other side', json('{"size":"0.5","side":"sell"}'), 'the side buy is not in the request'],
    ['no body', json(''), 'the amount 0.5 is not in the request'],
  ])('with %s', (_what, request, fault) => {
    expect(faultOf(url, request, expected)).toBe(fault);
  });

  it.each([
    ['/api/v2/buy/btcusdt/', '', undefined],
    ['/api/v2/sell/btcusdt/', 'side=buy', 'the side buy is not in the request'],
    ['/api/v2/buyer/btcusdt/', '', 'the side buy is not in the request'],
    ['/api/v2/buy/ethusdt/', '', 'the symbol btcusdt is not in the request'],
  ])('with side and symbol in the path %s and the body "%s"', (path, body, fault) => {
    const values = { side: ['buy'], symbol: 'btcusdt' };
    const names = { side: IN_PATH, symbol: IN_PATH };
    const request = { method: 'POST', body };
    expect(faultOf(new URL(path, 'https://venue.example'), request, { values, names })).toBe(fault);
  });

  it('that only reads and says nothing of what is moved is a question', () => {
    const plain = new URL('https://venue.example/currencies?network=ETH');
    expect(isLookup(plain, { method: 'GET' }, withdrawalOf(ID))).toBe(true);
    expect(isLookup(plain, { method: 'POST' }, withdrawalOf(ID))).toBe(false);
    plain.searchParams.set('amount', AMOUNT);
    expect(isLookup(plain, { method: 'GET' }, withdrawalOf(ID))).toBe(false);
  });
});

function payload(text: string) {
  return { method: 'POST', headers: { 'X-PAYLOAD': Buffer.from(text).toString('base64') } };
}
