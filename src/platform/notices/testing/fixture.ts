import { Logger, runOnce } from 'graphile-worker';
import {
  newId,
  newTraceId,
  systemClock,
  type Actor,
  type Clock,
  type Context,
} from '../../../kernel/index.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts';
import { plantCredential } from '../../auth/testing/fixture.ts';
import type { Envelope } from '../../jobs/index.ts';
import type { Database, Db } from '../../postgres/index.ts';
import { saveChat, type NewChat } from '../chat/index.ts';
import { saveDevice, type NewDevice } from '../push/index.ts';
import { notifyJob } from '../define.ts';
import type { NoticeOptions } from '../options.ts';
import { sendDue } from '../send.ts';
import { selectDueLanes } from '../store.ts';
import { notify } from '../notify.ts';
import { CHAT_PARTS, mailTo, THING } from './thing.ts';

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

type Occasion = Parameters<typeof notify>[2];

/** Takes the occasions that are due, by a real worker, and returns their jobs. */
export async function takeOccasions({
  url,
}: Pick<TestDatabase, 'url'>): Promise<(Envelope & { payload: Occasion })[]> {
  const taken: (Envelope & { payload: Occasion })[] = [];
  await runOnce({
    connectionString: url,
    noHandleSignals: true,
    logger: new Logger(() => () => {}),
    taskList: { [notifyJob.name]: async (stored) => void taken.push(stored as (typeof taken)[number]) },
  });
  return taken;
}

/** Makes the messages of the occasions that are due, and sends them. Returns the jobs of the occasions. */
export async function workOff(
  database: Pick<TestDatabase, 'url'>,
  context: Context<Db>,
  options: NoticeOptions,
): Promise<unknown[]> {
  const occasions = await takeOccasions(database);
  for (const { payload } of occasions) await notify(context, options, payload);
  await sendAll(context, options);
  return occasions;
}

const namesOf = (channels: NoticeOptions['channels']) => channels.map(({ name }) => name);

/** Sends what is due in every lane. */
export async function sendAll(context: Context<Db>, options: NoticeOptions): Promise<void> {
  const personal = options.channels.filter(({ isPersonal }) => isPersonal);
  const lanes = await selectDueLanes(
    context.db,
    namesOf(options.channels),
    namesOf(personal),
    context.clock.now(),
    1000,
  ).execute();
  await Promise.all(
    lanes.map(({ channel, person, device }) =>
      sendDue(context, options, { channel, person: person ?? undefined, device: device ?? undefined }),
    ),
  );
}

/** Removes every job that no worker has taken. */
export const dropJobs = ({ sql }: Pick<TestDatabase, 'sql'>) =>
  sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`;

export async function openFixture() {
  const database = await createTestDatabase({ poolSize: 8 });
  const { sql } = database;
  const sessions = new Map<string, { id: string; credentialId: string }>();
  /** In the session that the person has. */
  function personOf(id: string): Actor {
    const session = sessions.get(id) ?? { id: newId(), credentialId: newId() };
    return { kind: 'person', id, tenant: 'acme', scopes: new Set(), session };
  }
  /** People who have signed in, with an address that they have confirmed. */
  async function people(...logins: readonly string[]): Promise<void> {
    for (const name of logins) {
      await plantCredential(database, { kind: 'person', name, roles: ['trading:approver'], scopes: [] });
      await sql`insert into notice_address (person, channel, address, request_id, requested_at, confirmed_at)
        values (${name}, 'EMAIL', ${`${name}@people.example`}, gen_random_uuid(), now(), now())`;
      const id = newId();
      const [{ credential_id: credentialId }] = await sql<[{ credential_id: string }]>`
        insert into session (id, token_hash, credential_id, secret_id, service, method, ip, user_agent, signed_in_at, last_seen_at, expires_at)
        select ${id}, ${Buffer.from(id)}, id, secret_id, 'trading', 'passkey', '', '', now(), now(), now() + interval '12 hours'
        from credential where name = ${name} returning credential_id`;
      sessions.set(name, { id, credentialId });
    }
  }
  /** As the person gives it. */
  async function chatFor(login: string, chat: NewChat): Promise<void> {
    await saveChat({ ...contextOf(database, systemClock), actor: personOf(login) }, CHAT_PARTS, chat);
  }
  /** As the browser of the person gives it. */
  async function deviceFor(login: string, device: NewDevice & { readonly service: string }): Promise<void> {
    await saveDevice({ ...contextOf(database, systemClock), actor: personOf(login) }, CHAT_PARTS, device);
  }
  const deliveries = () =>
    sql`select person, state, attempts, outcome from notice_delivery order by person, created_at`;
  async function reset(): Promise<void> {
    await sql`truncate credential, notice, notice_chat cascade`;
    await dropJobs(database);
  }
  return { database, sql, people, personOf, chatFor, deviceFor, deliveries, reset };
}
