import type { ConversionDetail, ConversionEstimate } from '@quaestor/sdk';
import { expect, it } from 'vitest';
import { againstQuote, describeBound, withReviewed } from './bound.ts';

const sale = { minReceived: '29700', maxGiven: null, maxSlippageBps: 100, quoted: '30000' };
const purchase = { minReceived: null, maxGiven: '30300', maxSlippageBps: 100, quoted: '30000' };

const detail = (change: object): ConversionDetail =>
  ({
    status: 'COMPLETED',
    bound: sale,
    requested: { side: 'from', amount: '0.5' },
    from: { asset: 'BTC', amount: '0.5' },
    to: { asset: 'USDT', amount: '29850' },
    ...change,
  }) as ConversionDetail;

it('says a bound as the amount that it means', () => {
  expect(describeBound(sale, 'BTC', 'USDT')).toMatch(/^At least 29.700 USDT$/);
  expect(describeBound(purchase, 'USDT', 'BTC')).toMatch(/^At most 30.300 USDT$/);
});

it('sends the amount that was reviewed beside the slippage', () => {
  const request = { reference: 'r', from: { asset: 'BTC', amount: '0.5' }, to: { asset: 'USDT' } };
  const reviewed = (bound: object | null) =>
    withReviewed({ ...request, maxSlippageBps: 100 }, { bound } as ConversionEstimate);
  const sent = { ...request, maxSlippageBps: 100 };
  expect(reviewed({ ...sale, isMet: true })).toEqual({ ...sent, minReceived: '29700' });
  expect(reviewed({ ...purchase, isMet: true })).toEqual({ ...sent, maxGiven: '30300' });
  expect(reviewed(null)).toEqual(sent);
});

it('compares what was traded with the quote for as much', () => {
  expect(againstQuote(detail({}))).toBe('0.50 % worse than the quote');
  const part = { from: { asset: 'BTC', amount: '0.25' }, to: { asset: 'USDT', amount: '15150' } };
  expect(againstQuote(detail(part))).toBe('1.00 % better than the quote');
  const bought = {
    bound: purchase,
    requested: { side: 'to', amount: '0.5' },
    from: { asset: 'USDT', amount: '30150' },
    to: { asset: 'BTC', amount: '0.5' },
  };
  expect(againstQuote(detail(bought))).toBe('0.50 % worse than the quote');
  expect(againstQuote(detail({ status: 'PROCESSING' }))).toBeUndefined();
  expect(againstQuote(detail({ bound: null }))).toBeUndefined();
});
