import { fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql as query } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Context } from '../../kernel/index.ts';
import { bundle } from '../../testing/bundle.ts';
import { createTestDatabase } from '../../testing/database.ts';
import { thorough } from '../../testing/effort.ts';
import { enqueue, handle, request, type JobOptions } from '../jobs/index.ts';
import type { Db } from '../postgres/index.ts';
import { discardJob, jobCounts, listJobs, retryJob, type Worker, type WorkerOptions } from './index.ts';
import { contextOf, echo, runJobsNow, SILENT, work } from './testing/jobs.ts';

type Run = (context: Context<Db>, payload: { text: string }) => Promise<void>;

const database = await createTestDatabase({ poolSize: 10 });
const { db, sql } = database;
const context = contextOf(database);

beforeEach(async () => {
  await sql`select graphile_worker.force_unlock_workers(
    array(select distinct locked_by from graphile_worker.jobs where locked_by is not null))`;
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`;
});

/** A worker that runs until the test ends, or is stopped earlier. */
async function start(run: Run, options: Partial<WorkerOptions> = {}): Promise<Worker> {
  const worker = await work(database, handle(echo, run), options);
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= worker.stop());
  onTestFinished(stop);
  return { stop };
}

/** Bounded only so that a test that cannot succeed ends. */
const PATIENCE = { timeout: 60_000, interval: 20 };

const ask = (text: string, options?: JobOptions) => enqueue(db, context, [request(echo, { text }, options)]);

const stored = () => sql<{ id: string; attempts: number; wait: number; locked: boolean }[]>`
  select id, attempts, extract(epoch from run_at - updated_at)::float8 as wait, locked_at is not null as locked
  from graphile_worker.jobs order by id`;

describe('a job', () => {
  it('runs as the system, in the tenant and trace of its request', async () => {
    const seen: unknown[] = [];
    await start(async ({ actor, traceId }, payload) => void seen.push({ ...actor, traceId, payload }));
    await ask('hello');
    await expect
      .poll(() => seen, PATIENCE)
      .toEqual([
        {
          kind: 'system',
          id: 'test.echo',
          tenant: 'acme',
          scopes: new Set(),
          traceId: context.traceId,
          payload: { text: 'hello' },
        },
      ]);
    await expect.poll(stored, PATIENCE).toEqual([]);
  });

  it('exists if the transaction that requested it commits, and not otherwise', async () => {
    const seen: string[] = [];
    await start(async (_context, { text }) => void seen.push(text));
    const lost = await db.startTransaction().execute();
    await enqueue(lost, context, [request(echo, { text: 'lost' })]);
    await lost.rollback().execute();
    await ask('kept');
    await expect.poll(() => seen, PATIENCE).toEqual(['kept']);
    await expect.poll(stored, PATIENCE).toEqual([]);
  });

  it('is rejected with an invalid payload, when requested and when run', async () => {
    const wrong = { text: 1 } as unknown as { text: string };
    await expect(enqueue(db, context, [request(echo, wrong)])).rejects.toThrow(
      'The payload of test.echo is not valid: text',
    );
    expect(await stored()).toEqual([]);

    let runs = 0;
    await start(async () => void (runs += 1));
    await sql`select graphile_worker.add_job('test.echo', '{"tenant": "acme", "payload": {"text": 1}}')`;
    await expect
      .poll(() => listJobs(context, { limit: 10 }), PATIENCE)
      .toMatchObject([
        {
          state: 'retrying',
          lastError: expect.stringContaining('The payload of test.echo is not valid') as unknown,
        },
      ]);
    expect(runs).toBe(0);
  });

  it('waits for its time', async () => {
    const seen: string[] = [];
    await start(async (_context, { text }) => void seen.push(text));
    await ask('later', { runAt: new Date(Date.now() + 3_600_000) });
    await ask('now');
    await expect.poll(() => seen, PATIENCE).toEqual(['now']);
    expect(await listJobs(context, { limit: 10, state: 'scheduled' })).toHaveLength(1);
  });

  it('replaces one that waits under the same key', async () => {
    const runAt = new Date(Date.now() + 3_600_000);
    await ask('first', { runAt, key: 'k' });
    await ask('second', { key: 'k' });
    const seen: string[] = [];
    await start(async (_context, { text }) => void seen.push(text));
    await expect.poll(() => seen, PATIENCE).toEqual(['second']);
    await expect.poll(stored, PATIENCE).toEqual([]);
  });

  it('runs alone among those of its queue', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    await start(async () => {
      running += 1;
      most = Math.max(most, running);
      await sleep(5);
      running -= 1;
      done += 1;
    });
    await Promise.all(Array.from({ length: 8 }, () => ask('x', { queue: 'q' })));
    await expect.poll(() => done, PATIENCE).toBe(8);
    expect(most).toBe(1);
  });

  it('of a queue that ends just before the worker stops, fails nothing while another still runs', async () => {
    const ends = new EventEmitter();
    const seen: string[] = [];
    const worker = await start(async (_context, { text }) => {
      seen.push(text);
      if (text === 'long') await once(ends, 'long');
    });
    await ask('long');
    await expect.poll(() => seen, PATIENCE).toEqual(['long']);
    await ask('short', { queue: 'q' });
    await expect.poll(stored, PATIENCE).toHaveLength(1);
    const failed = vi.fn();
    process.prependOnceListener('uncaughtException', failed);
    onTestFinished(() => void process.off('uncaughtException', failed));
    const stopped = worker.stop();
    // Timers that were set before end before this one.
    await sleep(100);
    ends.emit('long');
    await stopped;
    expect(failed).not.toHaveBeenCalled();
  });
});

describe('a job that fails', () => {
  it('is tried again after ever longer waits, and is dead after its last attempt', async () => {
    await start(async () => {
      throw new Error('no luck');
    });
    await ask('x');
    for (const attempts of [1, 2, 3]) {
      await expect.poll(stored, PATIENCE).toMatchObject([{ attempts, locked: false }]);
      const [job] = await stored();
      const leastWait = Math.exp(attempts) - 0.1;
      expect(job?.wait).toBeGreaterThan(leastWait);
      expect(job?.wait).toBeLessThan(leastWait * 2);
      const state = attempts === 3 ? 'dead' : 'retrying';
      expect(await listJobs(context, { limit: 10 })).toMatchObject([
        { name: 'test.echo', state, attempts, maxAttempts: 3, lastError: 'no luck' },
      ]);
      await runJobsNow(database);
    }
    await ask('another');
    await expect.poll(() => jobCounts(db), PATIENCE).toMatchObject({ retrying: 1, dead: 1 });
  });

  it('can be retried by a person when it is dead', async () => {
    let broken = true;
    await start(async () => {
      if (broken) throw new Error('no luck');
    });
    await ask('x');
    await expect.poll(stored, PATIENCE).toMatchObject([{ attempts: 1, locked: false }]);
    await sql`select graphile_worker.permanently_fail_jobs(array(select id from graphile_worker.jobs), 'no luck')`;
    const [job] = await listJobs(context, { state: 'dead', limit: 10 });
    broken = false;
    await retryJob(context, { id: job?.id ?? '' });
    await runJobsNow(database);
    await expect.poll(stored, PATIENCE).toEqual([]);
    expect(
      await sql`select action, subject_id, details from audit_log where action = 'job.retry'`,
    ).toMatchObject([{ subject_id: job?.id, details: { name: 'test.echo', state: 'dead' } }]);
  });
});

describe('a person', () => {
  it('can discard a job, which is audited', async () => {
    await ask('x', { runAt: new Date(Date.now() + 3_600_000) });
    const [job] = await listJobs(context, { limit: 10 });
    await discardJob(context, { id: job?.id ?? '' });
    expect(await stored()).toEqual([]);
    expect(await sql`select subject_id, details from audit_log where action = 'job.discard'`).toMatchObject([
      {
        subject_id: job?.id,
        details: { name: 'test.echo', state: 'scheduled', attempts: 0, lastError: null },
      },
    ]);
  });

  it('can neither retry nor discard a job that runs, or that is not there', async () => {
    const gate = new EventEmitter();
    await start(async () => void (await once(gate, 'open')));
    await ask('x');
    await expect
      .poll(() => jobCounts(db), PATIENCE)
      .toEqual({
        waiting: 0,
        scheduled: 0,
        retrying: 0,
        running: 1,
        dead: 0,
      });
    const [job] = await listJobs(context, { state: 'running', limit: 10 });
    for (const change of [retryJob, discardJob]) {
      await expect(change(context, { id: job?.id ?? '' })).rejects.toMatchObject({
        code: 'invalid_transition',
      });
      await expect(change(context, { id: '999999' })).rejects.toMatchObject({ code: 'not_found' });
      await expect(change(context, { id: "1' or true" })).rejects.toMatchObject({ code: 'not_found' });
    }
    gate.emit('open');
    await expect.poll(stored, PATIENCE).toEqual([]);
  });

  it('needs the scope admin', async () => {
    const viewer = contextOf(database, { ...context.actor, scopes: new Set(['venues:view']) });
    await expect(retryJob(viewer, { id: '1' })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(discardJob(viewer, { id: '1' })).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('stopping', () => {
  it('does not wait when it is requested as soon as the worker has started', async () => {
    const worker = await start(async () => {}, { stopTimeoutMs: 600_000 });
    expect(await worker.stop()).toBeUndefined();
  });

  it('waits for the running jobs and starts no other', async () => {
    const started: string[] = [];
    const ended: string[] = [];
    const gate = new EventEmitter();
    const worker = await start(
      async (_context, { text }) => {
        started.push(text);
        await once(gate, 'open');
        ended.push(text);
      },
      { concurrency: 1 },
    );
    await ask('first');
    await ask('second');
    await expect.poll(() => started, PATIENCE).toEqual(['first']);
    const stopped = worker.stop();
    setImmediate(() => gate.emit('open'));
    await stopped;
    expect({ started, ended }).toEqual({ started: ['first'], ended: ['first'] });
    expect(await stored()).toMatchObject([{ attempts: 0, locked: false }]);
  });

  it.each<[string, Run]>([
    [
      'heeds its signal',
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    ],
    ['heeds nothing', () => new Promise(() => {})],
  ])(
    'gives back a job that takes too long and %s, and another worker runs it without waiting',
    async (_how, run) => {
      const worker = await start(run, { stopTimeoutMs: 10 });
      await ask('x');
      await expect.poll(stored, PATIENCE).toMatchObject([{ locked: true }]);
      await worker.stop();
      expect(await jobCounts(db)).toMatchObject({ waiting: 1 });
      expect(await stored()).toMatchObject([{ attempts: 0, locked: false }]);
      let runs = 0;
      await start(async () => void (runs += 1));
      await expect.poll(() => runs, PATIENCE).toBe(1);
    },
  );
});

/** Runs a process that is killed by the job that it runs. */
async function crash(lifetimeMs: number): Promise<void> {
  const program = await bundle(join(import.meta.dirname, 'testing/crash.ts'));
  onTestFinished(program.remove);
  const child = fork(program.path, [database.url, String(lifetimeMs)], { execArgv: [] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
}

describe('many workers', () => {
  it('run each job once', async () => {
    const seen: string[] = [];
    const run: Run = async (_context, { text }) => void seen.push(text);
    await Promise.all([start(run), start(run), start(run)]);
    const texts = Array.from({ length: 100 }, (_, index) => String(index));
    await Promise.all(texts.map((text) => ask(text)));
    await expect.poll(() => seen.length, PATIENCE).toBe(100);
    expect(seen.toSorted()).toEqual(texts.toSorted());
  });

  thorough('take over the job of a killed process, which has lost no attempt', async () => {
    await ask('x');
    await crash(6_000);
    expect(await stored()).toMatchObject([{ attempts: 1, locked: true }]);
    const seen: unknown[] = [];
    await start(async (_context, { text }) => void seen.push([text, (await stored())[0]?.attempts]));
    // To be killed is not the fault of the job: this is its first attempt still.
    await expect.poll(() => seen, PATIENCE).toEqual([['x', 1]]);
  });

  thorough('let a job wait that was killed twice, which costs no attempt either', async () => {
    await ask('x');
    await crash(500);
    await crash(500);
    await start(async () => {});
    await expect.poll(stored, PATIENCE).toMatchObject([{ attempts: 0, locked: false }]);
    const [job] = await stored();
    expect(job?.wait).toBeGreaterThan(1.9);
    expect(job?.wait).toBeLessThan(4);
    await expect.poll(stored, PATIENCE).toEqual([]);
  });

  thorough('end a job at its tenth kill, with an error, until a person retries it', async () => {
    await ask('x');
    const [job] = await stored();
    const { id = '' } = job ?? {};
    await sql`insert into job_kill (job_id, kills) values (${id}, 9)`;
    await crash(500);
    await start(async () => {});
    await expect
      .poll(() => listJobs(context, { limit: 10 }), PATIENCE)
      .toMatchObject([
        { state: 'dead', lastError: expect.stringContaining('died or hung 10 times') as unknown },
      ]);
    await retryJob(context, { id });
    await expect.poll(stored, PATIENCE).toEqual([]);
    expect(await sql`select from job_kill where job_id = ${id}`).toEqual([]);
  });

  it('leave alone the jobs of those that live', async () => {
    const gate = new EventEmitter();
    let runs = 0;
    const run: Run = async () => {
      runs += 1;
      await once(gate, 'open');
    };
    await start(run);
    await ask('x');
    await expect.poll(() => runs, PATIENCE).toBe(1);
    await start(run);
    expect(await stored()).toMatchObject([{ locked: true }]);
    gate.emit('open');
    await expect.poll(stored, PATIENCE).toEqual([]);
    expect(runs).toBe(1);
  });
});

it('a worker that has lost all its connections goes on', async () => {
  const seen: string[] = [];
  await start(async (_context, { text }) => {
    if (text === 'lose') {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
    }
    seen.push(text);
  });
  await enqueue(
    db,
    context,
    Array.from({ length: 3 }, () => request(echo, { text: 'lose' })),
  );
  await expect.poll(() => seen, PATIENCE).toContain('lose');
  await expect.poll(() => ask('next').catch(() => 'failed'), PATIENCE).toBeUndefined();
  await expect.poll(() => seen, PATIENCE).toContain('next');
});

thorough(
  'a worker that could not write the end of a job says why it stops, is started again and runs it again',
  async () => {
    let runs = 0;
    const logged: string[] = [];
    const logger = { ...SILENT, error: (...[, text]: unknown[]) => void logged.push(String(text)) };
    const holding = await db.startTransaction().execute();
    const holdJobs = query`select graphile_worker.force_unlock_workers(array(
      select locked_by from graphile_worker.jobs where locked_by is not null))`;
    await start(
      async () => {
        runs += 1;
        if (runs === 1) await holdJobs.execute(holding);
      },
      { logger },
    );
    await ask('x');
    const cancelWhatWaits = async () => {
      await sql`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      return logged;
    };
    const why = /^the worker stopped and is restarted: .*canceling statement/;
    await expect.poll(cancelWhatWaits, PATIENCE).toContainEqual(expect.stringMatching(why));
    await holding.rollback().execute();
    await expect.poll(stored, PATIENCE).toEqual([]);
    expect(runs).toBe(2);
  },
);

it('a worker that cannot give back a job that hangs is started again, and runs it', async () => {
  let runs = 0;
  const run: Run = async () => {
    runs += 1;
    if (runs === 1) await new Promise(() => {});
  };
  await ask('x');
  const logged: string[] = [];
  const logger = { ...SILENT, error: (...[, text]: unknown[]) => void logged.push(String(text)) };
  await start(run, { stopTimeoutMs: 10, logger });
  await expect.poll(() => runs, PATIENCE).toBe(1);
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'the disk is full'; end $$`;
  await sql`create trigger refuse before update on graphile_worker._private_jobs execute function refuse()`;
  // It has lost its lease, as after an outage.
  await sql`delete from lease`;
  await expect
    .poll(() => logged, PATIENCE)
    .toContainEqual(expect.stringMatching(/shutdown: the disk is full/));
  await sql`drop function refuse cascade`;
  await expect.poll(() => runs, PATIENCE).toBe(2);
  await expect.poll(stored, PATIENCE).toEqual([]);
});

it('a worker that cannot be started completely does not go on by itself', async () => {
  const wrong = request(echo, { text: 1 } as unknown as { text: string });
  const seen: string[] = [];
  await expect(
    start(async (_context, { text }) => void seen.push(text), { atStart: [wrong] }),
  ).rejects.toThrow('The payload of test.echo is not valid');
  expect(await sql`select name from lease where starts_with(name, 'worker test ')`).toEqual([]);
});

describe('cron', () => {
  it('requests a scheduled job once with any number of workers', async () => {
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    vi.useFakeTimers({ toFake: ['Date'], now: minute - 1 });
    onTestFinished(() => void vi.useRealTimers());
    const seen: unknown[] = [];
    const run: Run = async ({ actor, traceId }, payload) =>
      void seen.push({ tenant: actor.tenant, traceId, payload });
    const cron = [
      { schedule: '* * * * *', request: request(echo, { text: 'every minute' }) },
      { schedule: '0 0 30 2 *', request: request(echo, { text: 'never' }) },
    ];
    await Promise.all([start(run, { cron }), start(run, { cron })]);
    vi.setSystemTime(minute);
    await expect
      .poll(() => seen, PATIENCE)
      .toEqual([
        {
          tenant: 'system',
          traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as unknown,
          payload: { text: 'every minute' },
        },
      ]);
    await ask('marker');
    await expect.poll(() => seen, PATIENCE).toHaveLength(2);
  });

  it.each([
    ['a schedule', { schedule: '61 * * * *', request: request(echo, { text: 'x' }) }],
    [
      'a payload',
      { schedule: '* * * * *', request: request(echo, { text: 1 } as unknown as { text: string }) },
    ],
  ])('refuses %s that is wrong', async (_what, entry) => {
    await expect(start(async () => {}, { cron: [entry] })).rejects.toThrow(/cron|payload/i);
  });
});
