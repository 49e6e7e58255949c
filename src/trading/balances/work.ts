import { Type } from 'typebox';
import { later, type Context } from '../../kernel/index.ts';
import { defineJob, enqueue, handle, request, type ModuleJobs } from '../../platform/jobs/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { takeSnapshots, type Account, type Quotes } from './take.ts';

const Nothing = Type.Object({}, { additionalProperties: false });
const AGAIN_AFTER_MS = 60_000;

/** Keeps what every venue holds now. */
const snapshotJob = defineJob({ name: 'balance.snapshot', payload: Nothing, maxAttempts: 5 });

/** `accounts` are the venues of all tenants. */
export const balanceJobs = (accounts: () => readonly Account[], quotes: Quotes): ModuleJobs => ({
  handlers: [
    handle(
      snapshotJob,
      (context) => snapshot(context, accounts(), quotes),
      // The lane: it waits for venues and takes no slot of other jobs.
      async () => 'balances',
    ),
  ],
  cron: [{ schedule: '*/10 * * * *', request: request(snapshotJob, {}) }],
  atStart: [request(snapshotJob, {}, { key: 'balance.snapshot at start' })],
});

/** A venue that does not answer is asked again soon: its day may end. */
async function snapshot(context: Context<Db>, accounts: readonly Account[], quotes: Quotes): Promise<void> {
  if (!(await takeSnapshots(context, accounts, quotes))) return;
  const runAt = later(context.clock.now(), AGAIN_AFTER_MS);
  await enqueue(context.db, context, [request(snapshotJob, {}, { runAt, key: 'balance.snapshot again' })]);
}
