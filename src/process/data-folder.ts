import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../config/index.ts';
import { createSecrets, type Secrets } from '../platform/auth/index.ts';
import { openPersonalData, type PersonalData } from '../platform/personal-data/index.ts';

/** Other accounts can pass through, as the one that runs the database must, but cannot list the folder. */
export function makeDataFolder(dataFolder: string): void {
  try {
    makeFolder(resolve(dataFolder));
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`The data folder cannot be made: ${message}. Choose another with --data.`, {
      cause: error,
    });
  }
}

/** Node's own recursive mkdir never returns below /proc. */
function makeFolder(folder: string): void {
  if (isFolder(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o711 });
  } catch (error) {
    // Another process may have made it just now.
    if (!isFolder(folder)) throw error;
  }
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Rejects a data folder that should have the embedded database and has none, such as a misspelt one. */
export function requireData({ database, data }: Config): void {
  if (database.url !== '' || ['postgres', 'postgres.id'].some((name) => existsSync(join(data, name)))) return;
  throw new Error(`There is no database in ${data}. Check --data, or create one with quaestor migrate.`);
}

/** The keys derived from the root secret. In demo mode the first start generates it into the data folder. */
export async function openSecrets(config: Config): Promise<Secrets> {
  return createSecrets(config.secret === '' ? await demoSecret(config.data, 'secret') : config.secret);
}

/** The keys of personal data. In demo mode there is one of its own, which the first start generates. */
export async function openPersonalKeys({ personalData, data, demo }: Config): Promise<PersonalData> {
  const { keys } = personalData;
  if (keys.length > 0 || !demo) return openPersonalData(keys);
  return openPersonalData([`demo=${await demoSecret(data, 'personal-data-key')}`]);
}

async function demoSecret(dataFolder: string, name: string): Promise<string> {
  const path = join(dataFolder, name);
  try {
    // Only one of several processes creates it; all read it.
    await writeFile(path, randomBytes(32).toString('base64'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(path, 'utf8');
}
