import { expect, it } from 'vitest';
import { EMPTY, faultsOf, fieldOf, inOrder, newTrade, tradesOf, type Draft } from './draft.ts';
import { readUtc, writeUtc } from './utc.ts';

const ORDER = { symbol: 'BTC-USDT', type: 'ioc' } as const;
const trade = (change: object = {}) => ({
  ...newTrade(ORDER),
  venueTradeId: ' T-1 ',
  tradedAt: '2026-01-31 12:05:00.250',
  price: '60,010.50 USDT',
  quantity: '0.20',
  fee: '-0.002',
  feeAsset: 'BNB',
  ...change,
});
const draft = (change: Partial<Draft> = {}): Draft => ({
  found: 'TRADES',
  trades: [trade()],
  comment: 'Seen.',
  ...change,
});

it('trades are sent in the very digits that were typed', () => {
  expect(tradesOf(ORDER, draft())).toEqual([
    {
      venueTradeId: 'T-1',
      price: '60010.50',
      quantity: '0.20',
      fee: { asset: 'BNB', amount: '-0.002' },
      liquidity: 'taker',
      tradedAt: '2026-01-31T12:05:00.250Z',
    },
  ]);
  expect(faultsOf(ORDER, draft())).toEqual({});
  expect(newTrade({ type: 'post-only' }).liquidity).toBe('maker');
});

it('none are sent where the person says that there were none, whatever was typed before', () => {
  expect(tradesOf(ORDER, draft({ found: 'NOTHING', trades: [trade({ price: 'x' })] }))).toEqual([]);
  expect(faultsOf(ORDER, draft({ found: 'NOTHING', trades: [trade({ price: 'x' })] }))).toEqual({});
});

it('what is missing or could be meant in two ways is a fault of its field', () => {
  expect(Object.keys(faultsOf(ORDER, EMPTY))).toEqual(['found', 'comment']);
  expect(Object.keys(faultsOf(ORDER, draft({ trades: [] })))).toEqual(['trades']);
  const wrong = { ...newTrade(ORDER), price: '0', quantity: '0,125', tradedAt: '2026-02-31 12:05:00' };
  expect(Object.keys(faultsOf(ORDER, draft({ trades: [trade(), wrong] })))).toEqual([
    'trades.1.venueTradeId',
    'trades.1.tradedAt',
    'trades.1.price',
    'trades.1.quantity',
    'trades.1.fee',
    'trades.1.feeAsset',
  ]);
});

it('a field of the server is found in the form, which has the order of the server', () => {
  const ids = ['T-2', ' T-10', 'T-1'].map((venueTradeId) => trade({ venueTradeId }));
  expect(inOrder(ids).map(({ venueTradeId }) => venueTradeId.trim())).toEqual(['T-1', 'T-10', 'T-2']);
  expect(['trades.0.fee.amount', 'trades.3.fee.asset', 'trades.1.price'].map(fieldOf)).toEqual([
    'trades.0.fee',
    'trades.3.feeAsset',
    'trades.1.price',
  ]);
});

it('a time is written as it is read', () => {
  expect(writeUtc('2026-01-31T12:05:00.250Z')).toBe('2026-01-31 12:05:00.250 UTC');
});

it.each([
  ['2026-01-31 12:05:00', '2026-01-31T12:05:00.000Z'],
  ['2026-01-31T12:05:00.25Z', '2026-01-31T12:05:00.250Z'],
  ['2026-01-31 12:05:00.250 UTC', '2026-01-31T12:05:00.250Z'],
  ['2026-02-29 12:05:00', undefined],
  ['2026-01-31 24:00:00', undefined],
  ['2026-01-31 12:05:00.1234', undefined],
  ['2026-01-31 12:05:00+02:00', undefined],
  ['31.01.2026 12:05:00', undefined],
  ['', undefined],
])('the time %j is %s', (typed, expected) => {
  expect(readUtc(typed)).toBe(expected);
});
