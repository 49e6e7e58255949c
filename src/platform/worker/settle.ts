import { Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../commands/index.ts';
import type { Db, Tx } from '../postgres/index.ts';
import type { JobSummary } from './list.ts';
import { deleteJob, forgetKills, rescheduleJob, selectJob } from './store.ts';

interface JobInput {
  readonly id: string;
  /** Only if it is a job of this tenant. */
  readonly tenant?: string | undefined;
}

/** Runs a waiting or dead job now and resets its attempts. */
export async function retryJob(context: Context<Db>, input: JobInput): Promise<void> {
  await run(context, retry, input);
}

/** Removes a job without running it. */
export async function discardJob(context: Context<Db>, input: JobInput): Promise<void> {
  await run(context, discard, input);
}

const retry = settling('job.retry', async (tx, id) => {
  await forgetKills(tx, id).execute();
  return rescheduleJob(tx, id, 0, 0).executeTakeFirst();
});
const discard = settling('job.discard', (tx, id) => deleteJob(tx, id).executeTakeFirst());

function settling(name: `job.${string}`, write: (tx: Tx, id: string) => Promise<{ id: string } | undefined>) {
  return command({
    name,
    scope: 'admin',
    lock: async (tx, { id, tenant }: JobInput) =>
      /^\d{1,18}$/.test(id) ? selectJob(tx, id, tenant).executeTakeFirst() : undefined,
    decide: (job: JobSummary) => {
      const { id, name, state, attempts, lastError } = job;
      if (state === 'running')
        throw new Problem('invalid_transition', `Job ${id} is running. Wait until it has ended.`);
      return { change: id, audit: { subject: id, details: { name, state, attempts, lastError } } };
    },
    write,
  });
}
