import { beforeEach, describe, expect, it } from 'vitest';
import { stillProfile } from '../testing/profile.ts';
import { deposit } from './deposit.ts';
import { nextProgressAt, progress, settle } from './settle.ts';
import { openState } from './open-state.ts';
import type { ExchangeState } from './state.ts';
import { transactionHash } from './transaction-hash.ts';
import { withdraw, type WithdrawInput } from './withdraw.ts';

const AT = 1_000;

let state: ExchangeState;
beforeEach(() => {
  state = openState('test', '1', stillProfile.terms);
});

const one: WithdrawInput = {
  reference: 'one',
  asset: 'BTC',
  amount: '1.00000001',
  destination: { kind: 'blockchain', network: 'BITCOIN', address: 'bc1qexample' },
  delayMs: 100,
  fate: null,
};

/** With every amount as text. */
const balance = (asset: string): unknown =>
  JSON.parse(JSON.stringify(state.accounts.get('MAIN')?.get(asset) ?? {}));

describe('a withdrawal', () => {
  it('is accepted, processed at half its time and completed at the end of it', () => {
    const transfer = withdraw(state, one, AT);
    expect(transfer.status).toBe('accepted');
    expect(balance('BTC')).toMatchObject({ available: '998.99999999', withdrawing: '1.00000001' });
    const seen = [1_049, 1_050, 1_099, 1_100].map((at) => {
      progress(state, {}, at);
      return transfer.status;
    });
    expect(seen).toEqual(['accepted', 'processing', 'processing', 'completed']);
    expect(balance('BTC')).toMatchObject({ available: '998.99999999', withdrawing: '0' });
    expect(nextProgressAt(state)).toBeUndefined();
  });

  it('charges the fee of its network on top, and gives it back when it fails', () => {
    const terms = stillProfile.terms;
    const assets = terms.assets.map((asset) => ({
      ...asset,
      networks: asset.networks.map((network) => ({ ...network, withdrawalFee: '0.5' })),
    }));
    state = openState('test', '1', { ...terms, assets });
    withdraw(state, { ...one, amount: '2' }, AT);
    expect(balance('BTC')).toMatchObject({ available: '997.5', withdrawing: '2.5' });
    settle(state, { reference: 'one', failureReason: 'The address is blocked.' });
    expect(balance('BTC')).toMatchObject({ available: '1000', withdrawing: '0' });
    withdraw(state, { ...one, reference: 'two', amount: '2' }, AT);
    settle(state, { reference: 'two', failureReason: null });
    expect(balance('BTC')).toMatchObject({ available: '997.5', withdrawing: '0' });
    expect(() => withdraw(state, { ...one, reference: 'three', amount: '997.5' }, AT)).toThrow(
      /Only 997.5 BTC/,
    );
  });

  it('releases the amount when it fails', () => {
    const transfer = withdraw(state, { ...one, fate: 'The address is blocked.' }, AT);
    progress(state, {}, AT + 100);
    expect(transfer).toMatchObject({
      status: 'failed',
      hash: null,
      failureReason: 'The address is blocked.',
    });
    expect(balance('BTC')).toMatchObject({ available: '1000', withdrawing: '0' });
  });

  it('can be ended at once, and only once', () => {
    withdraw(state, one, AT);
    expect(settle(state, { reference: 'one', failureReason: null })).toMatchObject({ status: 'completed' });
    expect(() => settle(state, { reference: 'one', failureReason: null })).toThrow(/is in flight/);
    progress(state, {}, AT + 1_000);
    expect(balance('BTC')).toMatchObject({ available: '998.99999999', withdrawing: '0' });
  });

  it('of the same reference and content is the same, also when the funds are gone', () => {
    const first = withdraw(state, { ...one, amount: '900' }, AT);
    expect(withdraw(state, { ...one, amount: '900.00' }, AT)).toBe(first);
    expect(() => withdraw(state, { ...one, amount: '901' }, AT)).toThrow(/another withdrawal/);
  });

  it.for<[code: string, change: Partial<WithdrawInput>]>([
    ['unknown_asset', { asset: 'XXX' }],
    ['invalid_amount', { amount: '1.000000001' }],
    ['invalid_amount', { amount: '0' }],
    ['invalid_amount', { amount: '-1' }],
    ['below_minimum', { amount: '0.0009' }],
    ['insufficient_balance', { amount: '1000.00000001' }],
    ['unknown_network', { destination: { kind: 'blockchain', network: 'TRON', address: 'T' } }],
    [
      'invalid_destination',
      { destination: { kind: 'blockchain', network: 'BITCOIN', address: 'b', tag: '1' } },
    ],
    ['invalid_destination', { destination: { kind: 'fiat', alias: 'main' } }],
    [
      'invalid_destination',
      { asset: 'XRP', amount: '10', destination: { kind: 'blockchain', network: 'XRPL', address: 'r' } },
    ],
    ['invalid_destination', { asset: 'EUR', amount: '10', destination: { kind: 'fiat', alias: 'no such' } }],
    ['invalid_destination', { asset: 'EUR', amount: '10' }],
  ])('is refused with %s where %j', ([code, change]) => {
    expect(() => withdraw(state, { ...one, ...change }, AT)).toThrow(
      expect.objectContaining({ code }) as Error,
    );
    expect(state.transfers.size).toBe(0);
  });

  it.for([
    ['BITCOIN', /^[0-9a-f]{64}$/],
    ['ETHEREUM', /^0x[0-9a-f]{64}$/],
    ['SOLANA', /^[1-9A-HJ-NP-Za-km-z]{80,90}$/],
    ['XRPL', /^[0-9A-F]{64}$/],
    ['TRON', /^[0-9a-f]{64}$/],
  ] as const)('on %s gets a hash in the form of the network', ([network, form]) => {
    const transfer = withdraw(state, one, AT);
    const there = { ...transfer, destination: { kind: 'blockchain' as const, network, address: 'a' } };
    expect(transactionHash('test', there)).toMatch(form);
  });
});

describe('a deposit', () => {
  it('is on its way before it is available', () => {
    deposit(state, { asset: 'EUR', amount: '12.34', delayMs: 50 }, AT);
    expect(balance('EUR')).toMatchObject({ available: '1000', depositing: '12.34' });
    progress(state, {}, AT + 50);
    expect(balance('EUR')).toMatchObject({ available: '1012.34', depositing: '0' });
  });
});
