import { arrange } from './arrange.ts';
import { takeChange, type BookChange } from './book.ts';
import { cancel } from './cancel.ts';
import { rotate } from './deposit-address.ts';
import { deposit, judge, show } from './deposit.ts';
import { place } from './place.ts';
import { broadcast, inform, progress, settle } from './settle.ts';
import type { ExchangeState } from './state.ts';
import { tick } from './tick.ts';
import { withdraw } from './withdraw.ts';

/**
 * All commands that change the state. Each depends only on the state, its input and the time, and refuses before it
 * changes anything: the same commands in the same order always give the same state.
 */
const VERBS = {
  place,
  cancel,
  withdraw,
  deposit,
  judge,
  show,
  rotate,
  progress,
  broadcast,
  inform,
  settle,
  arrange,
  tick,
};

export type Verb = keyof typeof VERBS;
export type Input<V extends Verb> = Parameters<(typeof VERBS)[V]>[1];
export type Result<V extends Verb> = ReturnType<(typeof VERBS)[V]>;

/** Executes a command; throws a `Refusal` if the rules do not permit it. */
export function execute<V extends Verb>(
  state: ExchangeState,
  verb: V,
  input: Input<V>,
  at: number,
): Result<V> {
  const run = VERBS[verb] as (state: ExchangeState, input: Input<V>, at: number) => Result<V>;
  return run(state, input, at);
}

/** The changes of the books since the last call, by symbol. */
export function takeChanges(state: ExchangeState): Map<string, BookChange> {
  const changes = new Map<string, BookChange>();
  for (const { symbol, book } of state.markets.values()) {
    const change = takeChange(book);
    if (change) changes.set(symbol, change);
  }
  return changes;
}
