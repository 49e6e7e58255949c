import { isConnectionError, type Db } from '../postgres/index.ts';
import { attemptMany, type Fate } from './attempt.ts';
import type { Call } from './call.ts';
import type { Many } from './command.ts';

/** As many are written together at most. */
const MOST = 100;
/** So many batches of a lane are on their way, lest the database wait for the process that makes the next one. */
const AT_ONCE = 2;

interface Waiting<Input, State, Change, Result> {
  readonly call: Call<Input, State, Change, Result>;
  readonly resolve: (result: Result | PromiseLike<Result>) => void;
  readonly reject: (error: unknown) => void;
}

/** The calls of one command and tenant: those that wait, and the batches that are on their way. */
interface Lane<Input, State, Change, Result> {
  readonly command: Call<Input, State, Change, Result>['command'];
  readonly tenant: string;
  waiting: Waiting<Input, State, Change, Result>[];
  readonly writing: Map<Promise<void>, readonly Waiting<Input, State, Change, Result>[]>;
  /** Called when it is empty. */
  readonly leave: () => void;
}

interface Means<Input, State, Change, Result> {
  readonly many: Many<Input, State, Change, Result>;
  /** Runs a call by itself. */
  readonly alone: (call: Call<Input, State, Change, Result>, turn: Promise<unknown>) => Promise<Result>;
  /** Told after each commit how many jobs were written. */
  readonly follow: (jobs: number) => void;
}

const lanesOf = new WeakMap<Db, Set<Lane<unknown, unknown, unknown, unknown>>>();

/**
 * Runs the call together with others that come while those before them are being written. Calls with the same key, and
 * those whose state is read under lock, take effect in the order they came.
 */
export function together<Input, State, Change, Result>(
  call: Call<Input, State, Change, Result>,
  means: Means<Input, State, Change, Result>,
): Promise<Result> {
  const lane = laneOf(call);
  return new Promise((resolve, reject) => {
    lane.waiting.push({ call, resolve, reject });
    advance(lane, means);
  });
}

function laneOf<Input, State, Change, Result>({
  context,
  command,
}: Call<Input, State, Change, Result>): Lane<Input, State, Change, Result> {
  const { db, actor } = context;
  const lanes = (lanesOf.get(db) ?? new Set()) as Set<Lane<Input, State, Change, Result>>;
  lanesOf.set(db, lanes as Set<never>);
  for (const lane of lanes) if (lane.command === command && lane.tenant === actor.tenant) return lane;
  const lane: Lane<Input, State, Change, Result> = {
    command,
    tenant: actor.tenant,
    waiting: [],
    writing: new Map(),
    leave: () => lanes.delete(lane),
  };
  lanes.add(lane);
  return lane;
}

/** Begins the next batch, once as many wait as are on their way: small ones cost nearly as much as large ones. */
function advance<Input, State, Change, Result>(
  lane: Lane<Input, State, Change, Result>,
  means: Means<Input, State, Change, Result>,
): void {
  const { waiting, writing } = lane;
  const [ahead = []] = writing.values();
  if (writing.size === AT_ONCE || waiting.length < ahead.length) return;
  const busy = new Set<string | undefined>(ahead.flatMap((one) => keyOf(one) ?? []));
  const batch = waiting.filter((one) => !busy.has(keyOf(one))).slice(0, MOST);
  if (batch.length === 0) return;
  const taken = new Set(batch);
  lane.waiting = waiting.filter((one) => !taken.has(one));
  const end = settle(batch, Promise.all(writing.keys()), means).finally(() => {
    writing.delete(end);
    if (writing.size === 0 && lane.waiting.length === 0) lane.leave();
    else advance(lane, means);
  });
  writing.set(end, batch);
}

const keyOf = <Input, State, Change, Result>({ call }: Waiting<Input, State, Change, Result>) =>
  call.claim?.key;

async function settle<Input, State, Change, Result>(
  batch: readonly Waiting<Input, State, Change, Result>[],
  turn: Promise<unknown>,
  means: Means<Input, State, Change, Result>,
): Promise<void> {
  const calls = batch.map(({ call }) => call);
  const fates = await write(calls, turn, means);
  for (const [index, { resolve, reject }] of batch.entries()) {
    const fate = fates[index];
    if (fate?.kind === 'done') resolve(fate.result);
    else reject(fate?.error);
  }
}

async function write<Input, State, Change, Result>(
  calls: readonly Call<Input, State, Change, Result>[],
  turn: Promise<unknown>,
  means: Means<Input, State, Change, Result>,
): Promise<Fate<Result>[]> {
  if (calls.length === 1) return oneByOne(calls, turn, means);
  // Most keys are new: whether any was used is asked only after a first attempt has failed.
  for (const seeksUsedKeys of [false, true]) {
    try {
      const { outcome, jobs } = await attemptMany(calls, means.many, { dryRun: false, turn, seeksUsedKeys });
      means.follow(jobs);
      return outcome;
    } catch (error) {
      // When the connection is lost, nobody knows whether all of it was written.
      if (isConnectionError(error)) return calls.map(() => ({ kind: 'refused', error }));
    }
  }
  // One of them has spoilt it for all.
  return oneByOne(calls, turn, means);
}

async function oneByOne<Input, State, Change, Result>(
  calls: readonly Call<Input, State, Change, Result>[],
  turn: Promise<unknown>,
  { alone }: Means<Input, State, Change, Result>,
): Promise<Fate<Result>[]> {
  const fates: Fate<Result>[] = [];
  for (const call of calls) {
    fates.push(
      await alone(call, turn).then(
        (result) => ({ kind: 'done', result }),
        (error: unknown) => ({ kind: 'refused', error }),
      ),
    );
  }
  return fates;
}
