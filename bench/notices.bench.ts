import { fork } from 'node:child_process';
import { on, once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { loadConfig } from '../src/config/index.ts';
import { systemClock } from '../src/kernel/index.ts';
import { enqueue } from '../src/platform/jobs/index.ts';
import { noticeJobs, occasion, openMail, type NoticeKind } from '../src/platform/notices/index.ts';
import { startWorker } from '../src/platform/worker/index.ts';
import { openDatabase, operatorContext } from '../src/process/index.ts';
import { report } from './harness/measure.ts';

const PEOPLE = 1_000;
const TEXT = { title: 'A thing waits', short: 'It is new.', full: 'It is {name}.' };

const KIND: NoticeKind = {
  name: 'thing.waits',
  summary: 'A thing waits.',
  services: ['trading'],
  texts: { en: TEXT, de: TEXT },
  async find({ db }, subject, among) {
    const rows = await db
      .selectFrom('credential')
      .select('name')
      .where('kind', '=', 'person')
      .$if(among !== undefined, (rest) => rest.where('name', '=', sql<string>`any(${among}::text[])`))
      .execute();
    return { people: rows.map(({ name }) => name), facts: { name: subject }, path: () => '/console/' };
  },
};

const data = await mkdtemp(join(tmpdir(), 'quaestor-bench-'));
await chmod(data, 0o755);
const opened = await openDatabase(loadConfig({ env: {}, flags: { data } }), { own: true, say: () => {} });
const { database } = opened;
const { db } = database;
const server = fork(join(import.meta.dirname, 'servers/mail.ts'));
const [port] = (await once(server, 'message')) as [number];
const mail = openMail({
  host: '127.0.0.1',
  port,
  security: 'none',
  user: '',
  password: '',
  from: 'Quaestor <quaestor@desk.example>',
});
await sql`insert into credential (id, kind, name, tenant, scopes, roles, secret_id, created_at)
  select gen_random_uuid(), 'person', 'p' || n || '@example.com', 'default', '{}', array['trading:approver'], gen_random_uuid(), now()
  from generate_series(1, ${PEOPLE}::int) n`.execute(db);
await sql`insert into notice_address (person, channel, address, request_id, requested_at, confirmed_at)
  select name, 'EMAIL', name, gen_random_uuid(), now(), now() from credential where kind = 'person'`.execute(
  db,
);

const worker = await startWorker({
  database,
  group: 'notices',
  cron: [],
  atStart: [],
  ...noticeJobs({ kinds: [KIND], channels: [mail], detail: 'full', urlOf: () => 'https://desk.example' }),
  concurrency: 4,
  stopTimeoutMs: 5_000,
  clock: systemClock,
  logger: { error: console.error, warn: console.warn, debug: () => {} },
});
const arriving = on(server, 'message');
const created = Date.now();
await enqueue(db, operatorContext(db), [occasion(KIND, 't1', { service: 'trading' })]);
const waits: number[] = [];
for await (const [at] of arriving as AsyncIterable<[number]>) {
  waits.push(at - created);
  if (waits.length === PEOPLE) break;
}
waits.sort((one, other) => one - other);
report({
  name: `one occasion for ${PEOPLE} people, from its creation to the mail server, p99`,
  figure: waits[Math.floor(PEOPLE * 0.99)] ?? Number.NaN,
  unit: 'ms',
  target: '<= 5000',
});
await worker.stop();
server.disconnect();
await opened.close();
await rm(data, { recursive: true });
