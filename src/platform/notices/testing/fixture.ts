import { newTraceId, type Clock, type Context } from '../../../kernel/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { plantCredential } from '../../auth/testing/fixture.ts';
import type { Database, Db } from '../../postgres/index.ts';
import type { NoticeOptions } from '../options.ts';
import { sendDue } from '../send.ts';
import { tell } from '../tell.ts';
import { mailTo, THING } from './thing.ts';

export const optionsFor = (port: number, own: Partial<NoticeOptions> = {}): NoticeOptions => ({
  kinds: [THING],
  channels: [mailTo(port)],
  detail: 'full',
  urlOf: () => 'https://trading.example.com',
  ...own,
});

export const contextOf = ({ db }: Pick<Database, 'db'>, clock: Clock): Context<Db> => ({
  actor: { kind: 'system', id: 'notice', tenant: 'acme', scopes: new Set() },
  clock,
  db,
  traceId: newTraceId(),
  signal: new AbortController().signal,
});

/** Runs the occasions that were stored, and sends what is due. */
export async function workOff(
  { sql }: Pick<TestDatabase, 'sql'>,
  context: Context<Db>,
  options: NoticeOptions,
): Promise<void> {
  const jobs = await sql<{ occasion: { kind: string; subject: string; service: string } }[]>`
    delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
    where task.id = job.task_id and task.identifier = 'notice.tell' returning job.payload->'payload' as occasion`;
  for (const { occasion } of jobs) await tell(context, options, occasion);
  await sendDue(context, options, { channel: 'EMAIL' });
}

export async function openFixture() {
  const database = await createTestDatabase({ poolSize: 8 });
  const { sql } = database;
  /** People with an address that they have confirmed. */
  async function people(...logins: readonly string[]): Promise<void> {
    for (const name of logins) {
      await plantCredential(database, { kind: 'person', name, roles: ['trading:approver'], scopes: [] });
      await sql`insert into notice_address (person, channel, address, request_id, requested_at, confirmed_at)
        values (${name}, 'EMAIL', ${`${name}@people.example`}, gen_random_uuid(), now(), now())`;
    }
  }
  const deliveries = () =>
    sql`select person, state, attempts, outcome from notice_delivery order by person, created_at`;
  const reset = () => sql`truncate credential, notice, graphile_worker._private_jobs cascade`;
  return { database, sql, people, deliveries, reset };
}
