import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../kernel/index.ts';
import { connectTo } from './ccxt/testing/connect.ts';
import { imitationOf } from './ccxt/testing/imitations.ts';
import { startLoopback, type Dialect } from './ccxt/testing/loopback.ts';
import { TRIED } from './ccxt/testing/tried.ts';
import { ahead, banning } from './ccxt/testing/troubles.ts';
import { checkVenue, type Finding } from './check.ts';
import type { KeyPermissions, Venue } from './port/index.ts';
import type { Switches } from './store.ts';
import { startTestExchange } from './testing/start.ts';

const OFF: Switches = { trading: 'off', withdrawals: 'off' };
const LIVE: Switches = { trading: 'live', withdrawals: 'live' };
const BOOK = { bids: [['59998.01', '0.3']], asks: [['60001.01', '0.1']] } as const;

let stop: () => Promise<unknown> = () => Promise.resolve();
afterEach(() => stop());

interface Account {
  readonly switches?: Switches;
  readonly permissions?: KeyPermissions;
}

/** Subject to what was found of it. */
type Findings = Readonly<Record<string, Finding>>;

async function findingsOf(venue: Venue, switches = OFF): Promise<Findings> {
  const found: Record<string, Finding> = {};
  for await (const one of checkVenue(venue, { clock: systemClock, switches, symbols: [] })) {
    found[one.subject] = one;
  }
  return found;
}

async function check(
  id: string,
  dialect: Dialect,
  { switches, permissions }: Account = {},
): Promise<Findings> {
  const server = await startLoopback(dialect);
  server.core.arrange(BOOK.bids, BOOK.asks);
  if (permissions) server.core.permissions = permissions;
  const venue = connectTo(id, server.port);
  stop = () => Promise.all([venue.close(), server.goOffline()]);
  return findingsOf(venue, switches);
}

const statesOf = (found: Findings) =>
  Object.fromEntries(Object.values(found).map(({ subject, state }) => [subject, state]));

/** Exchanges that tell what a key may do. */
const TELLING = ['binance', 'bybit', 'coinbase', 'gate', 'kucoin', 'okx'];

describe.each(TRIED)('at %s', (id, { dialect }) => {
  it('a good account passes in every subject', async () => {
    const found = await check(id, dialect, { switches: LIVE });
    const isTold = TELLING.includes(id);
    expect(statesOf(found)).toEqual({
      reach: 'ok',
      clock: 'ok',
      key: 'ok',
      permissions: isTold ? 'ok' : 'unknown',
      ...(id === 'kucoin' && { wallet: 'ok' }),
      markets: 'ok',
      book: 'ok',
      fees: 'ok',
    });
    expect(found['book']?.text).toMatch(/best bid 59998\.01, best ask 60001\.01, live$/);
    expect(found['permissions']?.text).toBe(
      isTold ? 'read, trade, withdraw' : 'the venue does not tell what a key may do',
    );
  });
});

describe.each(TELLING)('a key of %s', (id) => {
  const { dialect } = imitationOf(id);

  it('that may withdraw while withdrawals are off is too wide', async () => {
    const { permissions } = await check(id, dialect, { switches: OFF });
    expect(permissions).toMatchObject({
      state: 'warning',
      text: 'read, trade, withdraw; withdrawals are off here: forbid the key to withdraw',
    });
  });

  it.each([
    ['trade', { trade: false, withdraw: true, isBound: true }],
    ['withdraw', { trade: true, withdraw: false, isBound: true }],
  ])('that may not %s where that is on fails', async (what, permissions) => {
    const found = await check(id, dialect, { switches: LIVE, permissions });
    expect(found['permissions']).toMatchObject({ state: 'failed' });
    expect(found['permissions']?.text).toContain(`allow the key to ${what}`);
  });
});

it.each([
  ['failed', LIVE],
  ['warning', OFF],
] as const)('an account of KuCoin without the wallet that trades is %s', async (state, switches) => {
  const { dialect } = imitationOf('kucoin');
  const lowFrequency: Dialect = {
    ...dialect,
    answer: (core, request) =>
      request.path === '/api/v1/hf/accounts/opened'
        ? { body: { code: '200000', data: false } }
        : dialect.answer(core, request),
  };
  const { wallet } = await check('kucoin', lowFrequency, { switches });
  expect(wallet).toMatchObject({ state });
  expect(wallet?.text).toMatch(
    /^balances and transfers use TRADE\. The account has no high-frequency wallet/,
  );
});

it('a key that works from any address is a warning', async () => {
  const permissions = { trade: true, withdraw: false, isBound: false };
  const found = await check('okx', imitationOf('okx').dialect, { permissions });
  expect(found['permissions']).toMatchObject({ state: 'warning' });
  expect(found['permissions']?.text).toContain('bind the key to the address');
});

describe('trouble is found where it is', () => {
  const { dialect } = imitationOf('okx');

  it('an address that is banned', async () => {
    const found = await check('okx', banning(dialect));
    expect(statesOf(found)).toMatchObject({
      reach: 'failed',
      key: 'unknown',
      markets: 'unknown',
      book: 'unknown',
    });
  });

  it('a clock that is wrong', async () => {
    const found = await check('okx', ahead(dialect, 600_000));
    expect(statesOf(found)).toMatchObject({ reach: 'ok', clock: 'failed', key: 'unknown' });
    expect(found['clock']?.text).toMatch(
      /^the clock of this machine is \d+ s behind the venue: synchronise it$/,
    );
  });

  it('a key that is wrong', async () => {
    const refusing: Dialect = {
      ...dialect,
      answer: (core, request) => dialect.answer(core, { ...request, headers: {} }),
    };
    const found = await check('okx', refusing);
    expect(statesOf(found)).toMatchObject({ reach: 'ok', clock: 'ok', key: 'failed', fees: 'unknown' });
  });

  it('a stream that does not come', async () => {
    const found = await check('okx', {
      ...dialect,
      hear: () => [{ event: 'error', code: '60012', msg: 'Illegal request' }],
    });
    expect(statesOf(found)).toMatchObject({
      reach: 'ok',
      key: 'ok',
      markets: 'ok',
      book: 'failed',
      fees: 'ok',
    });
  });
});

it('a simulated exchange is checked as far as it tells', async () => {
  const exchange = await startTestExchange();
  stop = () => exchange.stop();
  expect(statesOf(await findingsOf(exchange.venue, LIVE))).toEqual({
    reach: 'ok',
    clock: 'unknown',
    key: 'ok',
    permissions: 'unknown',
    markets: 'ok',
    book: 'ok',
    fees: 'ok',
  });
});
