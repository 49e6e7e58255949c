import { expect, it } from 'vitest';
import { STEPS } from './describe-steps.ts';

const describe = (command: string, values: object) => STEPS[command]?.(values as Record<string, unknown>);

it('a policy says how many approvals it needs, and which rule nobody can fulfil', () => {
  const rules = [
    { verdict: 'ALLOW' },
    { verdict: 'REQUIRE_APPROVALS', approvals: 2, approvers: 'treasury' },
    { verdict: 'REQUIRE_APPROVALS', approvals: 3, approvers: 'PEOPLE' },
  ];
  expect(describe('policy.confirm', { version: 4, rules, groups: { treasury: ['ada'] } })).toEqual({
    what: 'Put version 4 of the policy in force.',
    consequence:
      'Withdrawals will need up to 3 approvals. A rule wants 2 approvals of treasury, which has 1 member: nobody can fulfil it.',
  });
  const screening = [{ verdict: 'REQUIRE_SCREENING' }, { verdict: 'ALLOW' }];
  expect(describe('policy.confirm', { version: 6, rules: screening })?.consequence).toBe(
    'Withdrawals will need at most 1 approval. Some wait for a screener too.',
  );
  expect(describe('policy.confirm', { version: 5, rules: [], groups: {} })?.consequence).toBe(
    'Withdrawals will need at most 1 approval.',
  );
});

it('a switch says only what changes, from → to', () => {
  const from = { trading: 'live', withdrawals: 'simulate' };
  expect(
    describe('venue.switch', { code: 'aurora', from, to: { ...from, withdrawals: 'live' } })?.lines,
  ).toEqual(['Withdrawals: from simulate → to live.']);
});

it('what was found at a venue says whether it may be paid again', () => {
  const values = { id: 'x', venue: 'aurora', asset: 'USDT', amount: '12345.5', venueTransferId: null };
  expect(describe('withdrawal.resolve', { ...values, found: 'NOTHING' })).toEqual({
    what: 'Say that aurora knows nothing of the withdrawal of 12,345.5 USDT.',
    lines: [],
    consequence: 'It is sent again: if the venue has it after all, it is paid twice.',
  });
});

it('what an order has traded says each trade to the last digit, or that there was none', () => {
  const order = { orderId: 'o-1', venue: 'gone', symbol: 'BTC-USDT', side: 'sell', quantity: '0.5' };
  const trade = {
    venueTradeId: 'T-1',
    price: '60010.12345678',
    quantity: '0.2',
    fee: { asset: 'USDT', amount: '-12.002' },
    liquidity: 'taker',
    tradedAt: '2026-01-31T12:05:00.250Z',
  };
  expect(describe('conversion.resolve', { ...order, trades: [trade] })).toEqual({
    what: 'Say what the order to sell 0.5 BTC for USDT at gone has traded.',
    lines: [
      'Its client order id is o-1.',
      'Trade T-1: 0.2 BTC at 60,010.12345678 USDT, fee -12.002 USDT, Taker, 2026-01-31 12:05:00.250 UTC.',
    ],
    consequence: 'It counts when two admins have said exactly the same. The order is never sent again.',
  });
  expect(describe('conversion.resolve', { ...order, trades: [] })?.lines?.[1]).toBe(
    'It has traded nothing more.',
  );
});

it('what a transfer has become says both amounts, and when they are not equal', () => {
  const values = {
    id: 'x',
    fromVenue: 'aurora',
    toVenue: 'borealis',
    asset: 'USDC',
    amount: '42000',
    depositId: 'd-1',
  };
  expect(describe('transfer.resolve', { ...values, arrived: '42000.00' })).toEqual({
    what: 'Say which deposit the transfer of 42,000 USDC from aurora to borealis has become.',
    lines: ['It is the deposit d-1.', '42,000.00 USDC arrived: as much as was sent.'],
    consequence: 'The deposit then belongs to this transfer and to no other.',
  });
  expect(describe('transfer.resolve', { ...values, arrived: '41999' })?.lines?.[1]).toBe(
    '41,999 USDC arrived, which is not what was sent.',
  );
});

it('settings of a managed balance say old → new, and all of them where none were in force', () => {
  const before = {
    minimum: '10000',
    target: '25000',
    maximum: '100000',
    dailyCap: '50000',
    sources: [{ kind: 'TRANSFER', venue: 'aurora', network: 'ETHEREUM' }],
    acts: 'PROPOSE',
  };
  const settings = { ...before, minimum: '5000', acts: 'ALONE', sources: [] };
  const place = { asset: 'USDC', venue: 'borealis' };
  expect(describe('managed-balance.confirm', { ...place, before, settings })).toEqual({
    what: 'Put the settings of the managed balance of USDC at borealis in force.',
    lines: [
      'Minimum – target – maximum: 10,000 – 25,000 – 100,000 → 5,000 – 25,000 – 100,000.',
      'Sources, in their order: aurora by ETHEREUM → None.',
      'Acts: Proposes, a person confirms → Without a person, where the policy allows it.',
    ],
    consequence:
      'It makes transfers without a person, where a rule of the policy for managed balances allows them.',
  });
  expect(describe('managed-balance.confirm', { ...place, before: null, settings: before })?.lines).toEqual([
    'It is kept between 10,000 and 100,000; proposals go to 25,000.',
    'At most 50,000 are moved in 24 hours.',
    'Its sources, in their order: aurora by ETHEREUM.',
  ]);
});

it.each([
  ['destination.confirm', (place: object) => ({ alias: 'exchange', kind: 'blockchain', ...place })],
  [
    'withdrawal.screen',
    (place: object) => ({ verdict: 'PASS', amount: '5', asset: 'XRP', venue: 'aurora', destination: place }),
  ],
])('%s says where the money goes with the tag of the address', (command, of) => {
  const place = { network: 'XRPL', address: 'rExchange', account: null };
  expect(describe(command, of({ ...place, tag: '77' }))?.lines?.slice(0, 2)).toEqual([
    'It is rExchange on XRPL.',
    'Its tag is 77.',
  ]);
  expect(describe(command, of({ ...place, tag: null }))?.lines?.join(' ')).not.toContain('tag');
});
