import { isConnectionError, type Db } from '../postgres/index.ts';
import { attemptMany, type Fate } from './attempt.ts';
import type { Call } from './call.ts';
import type { Many } from './command.ts';

/** As many are written together at most. */
const MOST = 100;

interface Waiting<Input, State, Change, Result> {
  readonly call: Call<Input, State, Change, Result>;
  readonly resolve: (result: Result | PromiseLike<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/** The calls of one command and tenant that wait until those before them are written. */
interface Lane<Input, State, Change, Result> {
  readonly command: Call<Input, State, Change, Result>['command'];
  readonly tenant: string;
  readonly waiting: Waiting<Input, State, Change, Result>[];
}

interface Means<Input, State, Change, Result> {
  readonly many: Many<Input, State, Change, Result>;
  /** Runs a call by itself. */
  readonly alone: (call: Call<Input, State, Change, Result>) => Promise<Result>;
  /** Told after each commit how many jobs were written. */
  readonly follow: (jobs: number) => void;
}

const lanesOf = new WeakMap<Db, Set<Lane<unknown, unknown, unknown, unknown>>>();

/** Runs the call together with others that come while those before them are being written, in the order they came. */
export function together<Input, State, Change, Result>(
  call: Call<Input, State, Change, Result>,
  means: Means<Input, State, Change, Result>,
): Promise<Result> {
  const { context, command } = call;
  const { db } = context;
  const { tenant } = context.actor;
  const lanes = (lanesOf.get(db) ?? new Set()) as Set<Lane<Input, State, Change, Result>>;
  lanesOf.set(db, lanes as Set<never>);
  return new Promise((resolve, reject) => {
    const waiting = { call, resolve, reject };
    for (const lane of lanes) {
      if (lane.command !== command || lane.tenant !== tenant) continue;
      lane.waiting.push(waiting);
      return;
    }
    const lane = { command, tenant, waiting: [waiting] };
    lanes.add(lane);
    void drive(lane, means).finally(() => lanes.delete(lane));
  });
}

async function drive<Input, State, Change, Result>(
  { waiting }: Lane<Input, State, Change, Result>,
  means: Means<Input, State, Change, Result>,
): Promise<void> {
  while (waiting.length > 0) {
    const batch = waiting.splice(0, MOST);
    const fates = await write(
      batch.map(({ call }) => call),
      means,
    );
    for (const [index, { resolve, reject }] of batch.entries()) {
      const fate = fates[index];
      if (fate?.kind === 'done') resolve(fate.result);
      else reject(fate?.error);
    }
  }
}

async function write<Input, State, Change, Result>(
  calls: readonly Call<Input, State, Change, Result>[],
  means: Means<Input, State, Change, Result>,
): Promise<Fate<Result>[]> {
  if (calls.length === 1) return oneByOne(calls, means);
  try {
    const { outcome, jobs } = await attemptMany(calls, means.many, false);
    means.follow(jobs);
    return outcome;
  } catch (error) {
    // When the connection is lost, nobody knows whether all of it was written.
    if (isConnectionError(error)) return calls.map(() => ({ kind: 'refused', error }));
    // One of them has spoilt it for all.
    return oneByOne(calls, means);
  }
}

async function oneByOne<Input, State, Change, Result>(
  calls: readonly Call<Input, State, Change, Result>[],
  { alone }: Means<Input, State, Change, Result>,
): Promise<Fate<Result>[]> {
  const fates: Fate<Result>[] = [];
  for (const call of calls) {
    fates.push(
      await alone(call).then(
        (result) => ({ kind: 'done', result }),
        (error: unknown) => ({ kind: 'refused', error }),
      ),
    );
  }
  return fates;
}
