import { Option, type Command } from 'commander';
import { JOB_STATES, discardJob, listJobs, retryJob, type JobState } from '../platform/worker/index.ts';
import { JSON_FLAG, printList, say } from './output.ts';
import { whole } from './whole.ts';
import { withDatabase } from './with-database.ts';

interface ListOptions {
  readonly state?: JobState;
  readonly limit: number;
  readonly json?: true;
}

export function addJobs(jobs: Command): void {
  const list = jobs
    .command('list')
    .description('show jobs, the oldest first')
    .addOption(new Option('--state <state>', 'only those in this state').choices(JOB_STATES))
    .option('--limit <number>', 'the maximum number of jobs', whole(1, 1_000_000), 100)
    .option(...JSON_FLAG)
    .action(({ state, limit, json }: ListOptions) =>
      withDatabase(list, async (context) =>
        printList(await listJobs(context, { state, limit }), {
          json,
          toLine: ({ id, name, state, attempts, maxAttempts, runAt, lastError }) => ({
            id,
            name,
            state,
            attempts: `${attempts}/${maxAttempts}`,
            'run at': runAt.toISOString(),
            'last error': lastError ?? '',
          }),
          empty: 'There are no such jobs.',
        }),
      ),
    );

  const retry = jobs
    .command('retry <id>')
    .description('run a job now and reset its attempts')
    .action((id: string) =>
      withDatabase(retry, async (context) => {
        await retryJob(context, { id });
        say(`Job ${id} runs again.`);
      }),
    );

  const discard = jobs
    .command('discard <id>')
    .description('remove a job without running it')
    .action((id: string) =>
      withDatabase(discard, async (context) => {
        await discardJob(context, { id });
        say(`Job ${id} is discarded.`);
      }),
    );
}
