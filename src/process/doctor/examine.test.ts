import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadConfig } from '../../config/index.ts';
import { openTestDatabase, createTestDatabase } from '../../testing/database.ts';
import { thorough } from '../../testing/effort.ts';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { newPort } from '../../testing/new-port.ts';
import { accessTo, imitationOf, keysOf, startLoopback } from '../../trading/venues/testing/imitated.ts';
import { createSecrets, rotateKeys } from '../../platform/auth/index.ts';
import { operatorContext } from '../context.ts';
import { examine } from './index.ts';

const SECRET = 'a root secret that is long enough';
const database = await createTestDatabase();
const folder = makeFolder();
let exchange: Awaited<ReturnType<typeof startLoopback>>;
const OKX = { kind: 'ccxt', exchange: 'okx', credentials: 'env:DOCTOR_OKX' };

const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);

beforeAll(async () => {
  exchange = await startLoopback(imitationOf('okx').dialect);
  const { key, secret, password } = keysOf('okx');
  Object.assign(process.env, {
    DOCTOR_OKX_KEY: key,
    DOCTOR_OKX_SECRET: secret,
    DOCTOR_OKX_PASSWORD: password,
  });
});
afterAll(async () => {
  await exchange.goOffline();
  await removeFolder(folder);
});

async function writeConfig(changes: object = {}): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.yaml`);
  const [trading, partner, metrics] = await Promise.all([newPort(), newPort(), newPort()]);
  const config = {
    secret: SECRET,
    data: join(folder, 'data'),
    database: { url: database.url },
    trading: { port: trading },
    partner: { port: partner },
    metrics: { port: metrics },
    ...changes,
  };
  writeFileSync(file, stringify(config));
  return file;
}

async function diagnose(changes: object = {}): Promise<Record<string, string>> {
  const config = loadConfig({ file: await writeConfig(changes), env: {}, flags: {} });
  const found: Record<string, string> = {};
  for await (const { subject, state, text } of examine(config)) found[subject] = `${state}: ${text}`;
  return found;
}

const state = () => database.sql`select count(*) as audited, (select count(*) from signing_key) as keys
  from audit_log`;

it('examines every part of an installation and changes nothing in its database', async () => {
  const before = await state();
  const found = await diagnose({ venues: [{ code: 'okx', ...OKX, ...accessTo(exchange.port) }] });
  expect(found).toEqual({
    data: matching(/^ok: /),
    ports: 'ok: free: no process of this configuration runs here',
    database: matching(/^ok: PostgreSQL \d+.*, [\d.]+ MiB$/),
    clock: 'ok: the same as the database’s',
    connections: matching(/^ok: a process with this configuration opens up to \d+; /),
    migrations: 'ok: the database has those of this version',
    secret: 'ok: the database has no signing key yet, so every secret fits',
    storage: 'ok: the folder can be written',
    'venue okx': matching(/^warning: permissions: .*quaestor venues check okx$/),
    facts: 'warning: no process writes facts: start one with the role partner',
    audit: 'ok: 0 rows verified now',
    restore: 'ok: the storage has no anchor yet: a worker writes the first',
  });
  expect(await state()).toEqual(before);
});

it('finds a secret that does not decrypt what is stored', async () => {
  const secrets = createSecrets('another root secret, equally long');
  await rotateKeys(operatorContext(database.db), { secrets, tokenLifetimeMs: 60_000 });
  expect(await diagnose()).toMatchObject({ secret: matching(/^failed: .*Use the root secret/) });
});

it('finds a venue that does not answer, and leads to the command that says more', async () => {
  const found = await diagnose({ venues: [{ code: 'gone', ...OKX, ...accessTo(1) }] });
  expect(found['venue gone']).toMatch(/^failed: reach: .*ECONNREFUSED.*quaestor venues check gone$/);
});

it('finds a port that another program uses', async () => {
  const other = createServer((_request, response) => response.end('hello'));
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = other.address() as { port: number };
  const found = await diagnose({ trading: { port } });
  other.close();
  expect(found[`port ${port}`]).toMatch(/^failed: another program uses /);
});

thorough(
  'finds a process at the port that a flag gave it, while it runs',
  async () => {
    const { quaestor } = await import('../../testing/process.ts');
    const data = join(folder, 'noted');
    const own = await createTestDatabase();
    const config = await writeConfig({ data, roles: ['trading'], database: { url: own.url } });
    const port = await newPort();
    const server = quaestor(['serve', '--config', config, '--trading-port', String(port)]);
    await server.until('is ready.');
    const examineAgain = async (): Promise<string> => {
      const doctor = quaestor(['doctor', '--config', config]);
      await doctor.ended;
      return doctor.output();
    };
    expect(await examineAgain()).toMatch(new RegExp(`^port ${port} +ok +a process of Quaestor answers`, 'm'));
    server.child.kill('SIGTERM');
    await server.ended;
    expect(await examineAgain()).toMatch(/^ports +ok +free/m);
  },
  60_000,
);

it('finds a database that is behind its storage, and one whose withdrawals wait for a release', async () => {
  const files = join(folder, 'ahead');
  mkdirSync(join(files, 'anchors'), { recursive: true });
  writeFileSync(join(files, 'anchors', `000000000000999999-${'f'.repeat(64)}.txt`), '');
  const storage = { folder: files };
  expect((await diagnose({ storage }))['restore']).toMatch(/^failed: the database is behind the storage/);
  await database.sql`insert into restore (id, detected_at, head, lost_since, anchors)
    values (gen_random_uuid(), now(), '1:00', '2026-03-01T12:00:00Z', '{}')`;
  expect((await diagnose({ storage }))['restore']).toMatch(
    /^failed: .*reconcile withdrawals --since 2026-03-01T12:00:00.000Z, then quaestor reconcile release$/,
  );
  await database.sql`delete from restore`;
});

it('finds a storage folder that cannot be written', async () => {
  const file = join(folder, 'not-a-folder');
  writeFileSync(file, '');
  expect(await diagnose({ storage: { folder: file } })).toMatchObject({
    storage: matching(/^failed: /),
  });
});

it('finds a row of the audit log that was changed', async () => {
  const other = await openTestDatabase();
  try {
    await rotateKeys(operatorContext(other.db), { secrets: createSecrets(SECRET), tokenLifetimeMs: 60_000 });
    expect(await diagnose({ database: { url: other.url } })).toMatchObject({
      secret: 'ok: it opens the signing key of the database',
    });
    await other.sql.unsafe(
      `alter table audit_log disable trigger user; update audit_log set actor_id = 'mallory'`,
    );
    expect(await diagnose({ database: { url: other.url } })).toMatchObject({
      audit: 'failed: row 1 is changed: run quaestor audit verify with the last anchor',
    });
  } finally {
    await other.drop();
  }
});

it('finds a database without migrations, without rights or read-only, and leaves the rest unchecked', async () => {
  const empty = await openTestDatabase({ empty: true });
  try {
    const rest = { 'the rest': 'unknown: not checked: the database comes first' };
    const url = { database: { url: empty.url } };
    expect(await diagnose(url)).toMatchObject({
      migrations: matching(/^warning: \d+ to apply, the first is schema\/01_.*quaestor migrate/),
      ...rest,
    });
    const name = new URL(empty.url).pathname.slice(1);
    await empty.sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
    expect(await diagnose(url)).toMatchObject({
      database: matching(/^failed: read-only/),
      ...rest,
    });
    await empty.sql.unsafe(`begin; set transaction read write; alter database ${name} reset all;
      create role ${name} login password 'x'; commit`);
    const guest = new URL(empty.url);
    guest.username = name;
    guest.password = 'x';
    expect(await diagnose({ database: { url: guest.href } })).toMatchObject({
      database: matching(/^failed: test_\w+ may not create tables: make it the owner/),
      ...rest,
    });
    await empty.sql.unsafe(`drop role ${name}`);
  } finally {
    await empty.drop();
  }
});

it('says that a database cannot be reached, and which folder has none', async () => {
  expect(await diagnose({ database: { url: 'postgres://nobody@127.0.0.1:1/none' } })).toMatchObject({
    database: matching(/^failed: .*ECONNREFUSED.*Check database.url/),
  });
  mkdirSync(join(folder, 'nothing'));
  expect(await diagnose({ database: {}, data: join(folder, 'nothing') })).toEqual({
    data: matching(/^failed: There is no database in .*nothing/),
  });
});

thorough('prints a line for each subject and exits with 1 where one failed', async () => {
  const { quaestor } = await import('../../testing/process.ts');
  const child = quaestor([
    'doctor',
    '--config',
    await writeConfig({ storage: { folder: join(folder, 'not-a-folder') } }),
  ]);
  expect(await child.ended).toBe(1);
  expect(child.output()).toMatch(/^configuration {7}ok {7}roles trading, partner, worker\ndata {16}ok /);
  expect(child.output()).toMatch(/^storage {13}FAILED {3}\S/m);
  const invalid = join(folder, 'invalid.yaml');
  writeFileSync(invalid, stringify({ trading: { prot: 1 } }));
  const refused = quaestor(['doctor', '--config', invalid]);
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toMatch(/^configuration {7}FAILED {3}.*trading\.prot/);
});
