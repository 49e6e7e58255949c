import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Decimal } from '../../src/kernel/index.ts';
import { stillProfile } from '../testing/profile.ts';
import { decodeState, encodeState } from '../encode.ts';
import { execute, takeChanges, type Input, type Verb } from './execute.ts';
import { Refusal } from './refusal.ts';
import { openState } from './open-state.ts';
import type { ExchangeState } from './state.ts';

type Command = { readonly [V in Verb]: { readonly verb: V; readonly input: Input<V> } }[Verb];

const decimals = (min: number, max: number, scale: number): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((steps) => Decimal.of(BigInt(steps), scale).toString());

/** Few references and ids for many commands, so that repetitions and collisions are common. */
const side = fc.constantFrom<'buy' | 'sell'>('buy', 'sell');
const clientOrderId = fc.integer({ min: 1, max: 30 }).map((number) => `order-${number}`);
const reference = fc.integer({ min: 1, max: 20 }).map((number) => `withdrawal-${number}`);
const price = decimals(5_990_000, 6_010_000, 2);
const quantity = decimals(10, 900_000, 5);

const placing: fc.Arbitrary<Command> = fc.record({
  verb: fc.constant('place' as const),
  input: fc.oneof(
    fc.record({
      clientOrderId,
      symbol: fc.constant('BTC-USDT'),
      side,
      type: fc.constantFrom('limit' as const, 'ioc' as const, 'post-only' as const),
      price,
      quantity,
    }),
    fc.record({
      clientOrderId,
      symbol: fc.constant('BTC-USDT'),
      side,
      type: fc.constant('market' as const),
      quantity,
    }),
  ),
});

const command: fc.Arbitrary<Command> = fc.oneof(
  { arbitrary: placing, weight: 4 },
  fc.record({ verb: fc.constant('cancel' as const), input: fc.record({ clientOrderId }) }),
  fc.record({
    verb: fc.constant('withdraw' as const),
    input: fc.record({
      reference,
      asset: fc.constantFrom('BTC', 'ETH'),
      amount: decimals(100_000, 30_000_000_000, 8),
      destination: fc.constant({ kind: 'blockchain' as const, network: 'BITCOIN', address: 'bc1q' }),
      delayMs: fc.integer({ min: 0, max: 50 }),
      fate: fc.option(fc.constant('Blocked.')),
    }),
  }),
  fc.record({
    verb: fc.constant('deposit' as const),
    input: fc.record({
      asset: fc.constantFrom('BTC', 'USDT'),
      amount: decimals(1, 1_000_000, 4),
      delayMs: fc.integer({ min: 0, max: 50 }),
    }),
  }),
  fc.record({
    verb: fc.constant('judge' as const),
    input: fc.record({
      id: fc.integer({ min: 1, max: 20 }).map((number) => `W${number}`),
      judgement: fc.constantFrom(
        'pending' as const,
        'locked' as const,
        'information' as const,
        'credited' as const,
        'rejected' as const,
      ),
    }),
  }),
  fc.record({
    verb: fc.constant('show' as const),
    input: fc.record({
      id: fc.integer({ min: 1, max: 20 }).map((number) => `W${number}`),
      shown: fc.constantFrom('all' as const, 'nothing' as const, 'no transaction' as const),
    }),
  }),
  fc.record({ verb: fc.constant('progress' as const), input: fc.constant({}) }),
  fc.record({
    verb: fc.constant('settle' as const),
    input: fc.record({ reference, failureReason: fc.option(fc.constant('Returned.')) }),
  }),
  fc.record({
    verb: fc.constant('tick' as const),
    input: fc.record({ count: fc.integer({ min: 1, max: 3 }) }),
  }),
);

function opened(): ExchangeState {
  const state = openState('test', '1', stillProfile.terms);
  execute(state, 'tick', { count: 1 }, 0);
  takeChanges(state);
  return state;
}

const commands = fc.array(command, { minLength: 20, maxLength: 50 });

/** Whether the command was permitted. */
function run(state: ExchangeState, { verb, input }: Command, at: number): boolean {
  try {
    execute(state, verb, input, at);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  } finally {
    takeChanges(state);
  }
}

describe('the exchange', () => {
  it('preserves all sums, and locks exactly what open orders and withdrawals need', () => {
    fc.assert(
      fc.property(commands, (commands) => {
        const state = opened();
        for (const [at, next] of commands.entries()) {
          run(state, next, at);
          for (const { code } of stillProfile.terms.assets) expect(total(state, code)).toBe('0');
          for (const asset of ['BTC', 'USDT', 'ETH'])
            expect(held(state, asset)).toEqual(needed(state, asset));
          expect(hasNegative(state)).toBe(false);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('charges every trade its fee exactly, and the fees account holds their sum', () => {
    fc.assert(
      fc.property(commands, (commands) => {
        const state = opened();
        for (const [at, next] of commands.entries()) run(state, next, at);
        const trades = [...state.trades.values()].flat();
        for (const { price, quantity, fee, liquidity } of trades) {
          const rate = liquidity === 'maker' ? '0.0008' : '0.0010';
          expect(fee.equals(price.times(quantity).times(Decimal.parse(rate)))).toBe(true);
        }
        const fees = sum(trades.map(({ fee }) => fee));
        expect(state.accounts.get('fees')?.get('USDT')?.available.toString() ?? '0').toBe(fees);
      }),
      { numRuns: 20 },
    );
  });

  it('leaves everything as it was when it refuses', () => {
    fc.assert(
      fc.property(commands, (commands) => {
        const state = opened();
        for (const [at, next] of commands.entries()) {
          const before = encodeState(state);
          const isChanged = run(state, next, at);
          expect(isChanged || encodeState(state) === before).toBe(true);
        }
      }),
      { numRuns: 8 },
    );
  });

  it('reaches the same state by the same commands, even if it was saved and restored between them', () => {
    fc.assert(
      fc.property(commands, fc.nat(20), (commands, stop) => {
        const state = opened();
        let other = opened();
        for (const [at, next] of commands.entries()) {
          run(state, next, at);
          if (at === stop) other = decodeState(encodeState(other));
          run(other, next, at);
        }
        expect(encodeState(other)).toBe(encodeState(state));
      }),
      { numRuns: 15 },
    );
  });
});

const sum = (amounts: readonly Decimal[]): string =>
  amounts
    .reduce((total, amount) => total.plus(amount), Decimal.ZERO)
    .trim()
    .toString();

function total(state: ExchangeState, asset: string): string {
  return sum(
    [...state.accounts.values()].flatMap((balances) => Object.values(balances.get(asset) ?? {}) as Decimal[]),
  );
}

function held(state: ExchangeState, asset: string): unknown {
  const balance = state.accounts.get('MAIN')?.get(asset);
  return { locked: balance?.locked.toString(), withdrawing: balance?.withdrawing.toString() };
}

function needed(state: ExchangeState, asset: string): unknown {
  const open = [...state.orders.values()].filter(
    ({ account, status }) => account === 'MAIN' && status === 'open',
  );
  const paying = open.filter(({ side }) => (side === 'buy' ? 'USDT' : 'BTC') === asset);
  const inFlight = [...state.transfers.values()].filter(
    ({ kind, status, asset: other }) =>
      kind === 'withdrawal' && other === asset && (status === 'accepted' || status === 'processing'),
  );
  return {
    locked: sum(paying.map(({ holdPerUnit, quantity, filled }) => holdPerUnit.times(quantity.minus(filled)))),
    withdrawing: sum(inFlight.map(({ amount }) => amount)),
  };
}

function hasNegative(state: ExchangeState): boolean {
  const balances = [...(state.accounts.get('MAIN')?.values() ?? [])];
  return balances.flatMap((balance) => Object.values(balance) as Decimal[]).some((amount) => amount.sign < 0);
}
