import { setTimeout as sleep } from 'node:timers/promises';
import { Problem, type Context } from '../../../kernel/index.ts';
import type { Endpoint } from '../../../platform/http/index.ts';
import type { EngineState } from '../serving/index.ts';
import { logStore } from '../log/index.ts';
import type { Facts } from '../handle/index.ts';
import type { Position } from '../store/index.ts';

const WAIT_MS = 5_000;
const LOOK_EVERY_MS = 10;

export const AS_OF_EXAMPLE = '2024-06-01T12:00:00.000Z';

const HEADER = {
  'x-as-of': {
    description:
      'The `X-As-Of` of an earlier answer. This one is not older: it waits a few seconds for the facts of that time, ' +
      'and is 503 when they have not come.',
    example: AS_OF_EXAMPLE,
  },
};

/** The same endpoint, which callers can ask not to answer from older facts than they have seen or sent. */
export const asOfCallers = (facts: Facts, endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  headers: { ...endpoint.headers, ...HEADER },
  handle(context, request) {
    const wanted = request.headers['x-as-of'];
    if (wanted === undefined) return endpoint.handle(context, request);
    return reach(facts, readTime(wanted), context).then(() => endpoint.handle(context, request));
  },
});

function readTime(text: string): Date {
  const time = new Date(text);
  if (/^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(time.getTime())) return time;
  const rule = `must be a time such as ${AS_OF_EXAMPLE}: send it as an answer gave it`;
  throw new Problem('validation_failed', `X-As-Of ${rule}.`, { errors: { 'x-as-of': [rule] } });
}

/** Waits until the store, and what answers reports, have every batch that was accepted up to a time. */
async function reach(
  facts: Facts,
  wanted: Date,
  { signal, clock }: Pick<Context<unknown>, 'signal' | 'clock'>,
): Promise<void> {
  const { position, engine, db } = facts;
  const isThere = ({ asOf }: Pick<Position, 'asOf'>): boolean => asOf !== null && asOf >= wanted;
  if (isThere(position) && isThere(await engine.position())) return;
  // No batch of the log may be as late: then the whole log is enough.
  const { number } = await logStore.selectHead(db).executeTakeFirstOrThrow();
  position.noteHead(number);
  const has = (state: Pick<Position, 'applied' | 'asOf'>): boolean =>
    isThere(state) || state.applied >= number;
  for (const deadline = performance.now() + WAIT_MS; ;) {
    const served = await engine.position();
    if (has(position) && has(served)) return;
    signal.throwIfAborted();
    if (performance.now() > deadline) throw await behind(facts, served, clock.now());
    await sleep(LOOK_EVERY_MS);
  }
}

async function behind({ position, engine }: Facts, served: EngineState, now: Date): Promise<Problem> {
  const { head } = position;
  const isServedLess = served.applied < position.applied;
  const { applied } = isServedLess ? served : position;
  const lagSeconds = isServedLess ? await engine.lagSeconds(now) : position.lagSeconds;
  const reader = isServedLess ? 'ClickHouse' : 'This process';
  return new Problem(
    'unavailable',
    `${reader} has the batches up to ${applied} of ${head}, ${lagSeconds.toFixed(1)} s behind the log.`,
    {
      headers: { 'retry-after': '1' },
      members: { applied, head, lag_seconds: Math.round(lagSeconds * 10) / 10 },
    },
  );
}
