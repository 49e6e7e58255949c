import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bundle } from '../../../testing/bundle.ts';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';
import { openEmbedded, startEmbedded, type EmbeddedOptions, type EmbeddedServer } from './index.ts';
import { forkOwner, serversBelow, type OwnerProcess } from './testing/processes.ts';

const SLOW_MS = 60_000;
let prepared = '';
const ownerProgram = await bundle(join(import.meta.dirname, 'testing/owner.ts'));
afterAll(ownerProgram.remove);

/** A cluster that has run before, with one row in the table `kept`. */
beforeAll(async () => {
  prepared = makeFolder();
  const owner = await startEmbedded(optionsFor(prepared));
  await query(owner.url, (sql) => sql`create table kept as select 1 as n`);
  await owner.stop();
  return () => removeWithServer(prepared);
}, SLOW_MS);

async function removeWithServer(folder: string): Promise<void> {
  for (const pid of serversBelow(folder)) process.kill(pid, 'SIGKILL');
  await removeFolder(folder);
}

function emptyFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => removeWithServer(folder));
  return folder;
}

function preparedFolder(): string {
  const folder = emptyFolder();
  execFileSync('cp', ['-a', `${prepared}/.`, folder]);
  return folder;
}

const optionsFor = (dataFolder: string): EmbeddedOptions => ({
  dataFolder,
  say: () => {},
  settings: { fsync: 'off' },
  waitMs: 1000,
});

async function start(dataFolder: string): Promise<EmbeddedServer> {
  const server = await startEmbedded(optionsFor(dataFolder));
  onTestFinished(() => server.stop());
  return server;
}

function fork(dataFolder: string): OwnerProcess {
  const owner = forkOwner(ownerProgram.path, dataFolder);
  onTestFinished(() => owner.kill());
  return owner;
}

async function forkOpened(dataFolder: string): Promise<OwnerProcess & { url: string }> {
  const owner = fork(dataFolder);
  const { url = '' } = await owner.opened();
  return { ...owner, url };
}

async function query<Row>(url: string, ask: (sql: Sql) => PromiseLike<Row>): Promise<Row> {
  const sql = postgres(url, { max: 1, connect_timeout: 5 });
  try {
    return await ask(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const keptRows = (url: string) =>
  query(url, (sql) => sql`select n from kept order by n`.then((rows) => [...rows]));

/** Whether a process holds the lock of the owner, which it takes soon after its server runs. */
const isOwned = (url: string) =>
  query(url, (sql) =>
    sql`select from pg_locks where locktype = 'advisory' and granted`.then(({ length }) => length > 0),
  );

/** Until it holds; the test's own time limit bounds the wait. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await sleep(10);
}

const refusal = (folder: string, pid = process.pid) =>
  `The data folder ${folder} is in use by process ${pid}. Stop it, or choose another folder with --data.`;

test('the server takes passwords only, on the loopback address only, and sorts by code point', async () => {
  const folder = preparedFolder();
  const { url } = await start(folder);
  const [facts] = await query(
    url,
    (sql) => sql`
      select current_setting('listen_addresses') as address, current_setting('unix_socket_directories') as sockets,
        current_setting('server_encoding') as encoding, 'Z' < 'a' and 'z' < 'é' as by_code_point, upper('é') as upper,
        (select array_agg(distinct auth_method) from pg_hba_file_rules) as methods`,
  );
  expect(facts).toEqual({
    address: '127.0.0.1',
    sockets: '',
    encoding: 'UTF8',
    by_code_point: true,
    upper: 'É',
    methods: ['scram-sha-256'],
  });
  const wrong = new URL(url);
  wrong.password = 'wrong';
  await expect(query(wrong.href, (sql) => sql`select 1`)).rejects.toThrow(/password authentication failed/);
  expect((await stat(join(folder, 'postgres/password'))).mode & 0o777).toBe(0o600);
});

test('a clean stop loses nothing and leaves no process', async () => {
  const folder = preparedFolder();
  const first = await start(folder);
  await query(first.url, (sql) => sql`insert into kept values (2)`);
  await first.stop();
  expect(serversBelow(folder)).toEqual([]);
  expect(await keptRows((await start(folder)).url)).toEqual([{ n: 1 }, { n: 2 }]);
});

test(
  'a first start that is killed half way does not spoil the next',
  async () => {
    const folder = emptyFolder();
    const killed = fork(folder);
    const leftovers = async () => (await readdir(folder)).filter((name) => name.startsWith('postgres.new-'));
    await until(async () => {
      const [name] = await leftovers();
      return name !== undefined && existsSync(join(folder, name, 'cluster/PG_VERSION'));
    });
    await killed.kill();
    expect(await leftovers()).toHaveLength(1);
    const { url } = await start(folder);
    expect(await query(url, (sql) => sql`select current_database() as name`)).toEqual([{ name: 'quaestor' }]);
    expect(await leftovers()).toEqual([]);
  },
  SLOW_MS,
);

test('the server outlives a killed owner, and the next start takes it over', async () => {
  const folder = preparedFolder();
  const killed = await forkOpened(folder);
  await query(killed.url, (sql) => sql`insert into kept values (2)`);
  const servers = serversBelow(folder);
  await killed.kill();
  const next = await start(folder);
  expect(next.url).toBe(killed.url);
  expect(serversBelow(folder)).toEqual(servers);
  expect(await keptRows(next.url)).toEqual([{ n: 1 }, { n: 2 }]);
  await next.stop();
  expect(serversBelow(folder)).toEqual([]);
});

test('an orphaned server that does not answer is replaced, and nothing committed is lost', async () => {
  const folder = preparedFolder();
  const killed = await forkOpened(folder);
  await query(killed.url, (sql) => sql`insert into kept values (2)`);
  const [hung = 0] = serversBelow(folder);
  await killed.kill();
  process.kill(hung, 'SIGSTOP');
  expect(await keptRows((await start(folder)).url)).toEqual([{ n: 1 }, { n: 2 }]);
  expect(serversBelow(folder)).not.toContain(hung);
});

test('a server that dies comes back on the same port, and its owner stays the owner', async () => {
  const folder = preparedFolder();
  const owner = await start(folder);
  const [dying = 0] = serversBelow(folder);
  process.kill(dying, 'SIGKILL');
  await until(() => !serversBelow(folder).includes(dying));
  await until(() => isOwned(owner.url).catch(() => false));
  expect(await keptRows(owner.url)).toHaveLength(1);
  await expect(startEmbedded(optionsFor(folder))).rejects.toThrow(refusal(folder));
  await owner.stop();
  expect(serversBelow(folder)).toEqual([]);
});

test('a server that is stopped while it restarts stays stopped', async () => {
  const folder = preparedFolder();
  const owner = await start(folder);
  const [dying = 0] = serversBelow(folder);
  process.kill(dying, 'SIGKILL');
  await until(() => serversBelow(folder).some((pid) => pid !== dying));
  await owner.stop();
  expect(serversBelow(folder)).toEqual([]);
});

test('Ctrl-C in the terminal reaches the owner but not the server', async () => {
  const owner = await forkOpened(preparedFolder());
  await owner.interrupt();
  expect(await keptRows(owner.url)).toEqual([{ n: 1 }]);
});

test('the pid file of a dead server does not stop the next start when its number is in use again', async () => {
  const folder = preparedFolder();
  const pidFile = join(folder, 'postgres/cluster/postmaster.pid');
  await writeFile(pidFile, `${process.pid}\n${folder}/postgres/cluster\n1\n5432\n\n127.0.0.1\n1 1\nready\n`);
  expect(await keptRows((await start(folder)).url)).toEqual([{ n: 1 }]);
});

describe.runIf(process.platform === 'linux')('where the system shows the working folder of a process', () => {
  test('a server whose folder was moved while it ran is found again', async () => {
    const folder = preparedFolder();
    const killed = await forkOpened(folder);
    await killed.kill();
    const moved = emptyFolder();
    await rename(join(folder, 'postgres'), join(moved, 'postgres'));
    const next = await start(moved);
    expect(next.url).toBe(killed.url);
  });
});

test('a server that cannot start reports why', async () => {
  const options = { ...optionsFor(preparedFolder()), settings: { shared_buffers: 'nonsense' } };
  await expect(startEmbedded(options)).rejects.toThrow(
    /^The embedded PostgreSQL does not start\. .*invalid value for parameter "shared_buffers"/,
  );
});

test('a folder in the place of the cluster that is none is left alone', async () => {
  const folder = emptyFolder();
  await mkdir(join(folder, 'postgres/precious'), { recursive: true });
  await expect(startEmbedded(optionsFor(folder))).rejects.toThrow(
    `${folder}/postgres is not a database that Quaestor created. Move it away, or choose another folder with --data.`,
  );
  expect(await readdir(join(folder, 'postgres'))).toEqual(['precious']);
});

test('a second owner is refused with a sentence, and may start when the first has stopped', async () => {
  const folder = preparedFolder();
  const first = await forkOpened(folder);
  await expect(startEmbedded(optionsFor(folder))).rejects.toThrow(refusal(folder, first.pid));
  expect(await keptRows(first.url)).toEqual([{ n: 1 }]);
  await first.kill();
  expect(await keptRows((await start(folder)).url)).toEqual([{ n: 1 }]);
});

test('a guest uses the server of a live owner and leaves it running', async () => {
  const folder = preparedFolder();
  const owner = await start(folder);
  const guest = await openEmbedded(optionsFor(folder));
  expect(guest.url).toBe(owner.url);
  await guest.stop();
  expect(await keptRows(owner.url)).toEqual([{ n: 1 }]);
});

test('a guest without a host starts the server, owns it, and stops it', async () => {
  const folder = preparedFolder();
  const guest = await openEmbedded(optionsFor(folder));
  expect(await keptRows(guest.url)).toEqual([{ n: 1 }]);
  await expect(startEmbedded(optionsFor(folder))).rejects.toThrow(refusal(folder));
  await guest.stop();
  expect(serversBelow(folder)).toEqual([]);
});

test(
  'of two first starts at once, one owns the folder and the other is refused',
  async () => {
    const folder = emptyFolder();
    const both = [fork(folder), fork(folder)];
    const results = await Promise.all(both.map((owner) => owner.opened()));
    const winner = both[results.findIndex(({ url }) => url !== undefined)];
    expect(results.filter(({ url }) => url !== undefined)).toHaveLength(1);
    expect(results.map(({ error }) => error)).toContain(refusal(folder, winner?.pid));
    expect(await readdir(folder)).toEqual(['postgres']);
  },
  SLOW_MS,
);

describe.runIf(process.getuid?.() === 0)('started by root below a folder that others cannot enter', () => {
  test(
    'the cluster is kept in the shared folder for as long as the data folder exists',
    async () => {
      const sharedFolder = emptyFolder();
      const closed = emptyFolder();
      await chmod(closed, 0o700);
      const data = join(closed, 'data');
      const said: string[] = [];
      const startShared = () =>
        startEmbedded({ ...optionsFor(data), sharedFolder, say: (line) => said.push(line) });

      const first = await startShared();
      const shared = join(sharedFolder, await readFile(join(data, 'postgres.id'), 'utf8'));
      expect(first.folder).toBe(join(shared, 'postgres'));
      expect(said).toEqual([
        `The database is kept in ${shared}, because the account nobody cannot enter ${data}.`,
      ]);
      await query(first.url, (sql) => sql`create table kept as select 1 as n`);
      await first.stop();

      await chmod(closed, 0o755);
      const second = await startShared();
      expect(await keptRows(second.url)).toEqual([{ n: 1 }]);
      await second.stop();

      await rm(data, { recursive: true });
      const third = await startShared();
      expect(third.folder).toBe(join(data, 'postgres'));
      await expect(keptRows(third.url)).rejects.toThrow(/does not exist/);
      await third.stop();
    },
    SLOW_MS,
  );
});
