import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../platform/package-root.ts';
import { migrate } from '../platform/postgres/index.ts';
import { makeFolder, removeFolder } from './folder.ts';

/** The last commit of version 0.2.0. */
const RELEASE = '26eea54b79e144065ddaff24accdba2f00675a4b';

const UPGRADE = join(PACKAGE_ROOT, 'migrations/upgrade');

/** The migrations that a database of the last release lacks, in their order. */
export const UPGRADE_FILES: readonly string[] = readdirSync(UPGRADE)
  .filter((name) => name.endsWith('.sql'))
  .sort();

/** Makes an empty database one of the last release, and applies the first files of its upgrade. */
export async function migrateAsReleased(
  database: { url: string },
  upgrade: readonly string[] = [],
): Promise<void> {
  const folder = makeFolder();
  try {
    extractReleased(folder, 'migrations');
    const migrations = join(folder, 'migrations');
    for (const name of upgrade) cpSync(join(UPGRADE, name), join(migrations, name));
    await migrate(database, migrations);
  } finally {
    await removeFolder(folder);
  }
}

/** Writes files of the last release to a folder. */
export function extractReleased(folder: string, ...paths: readonly string[]): void {
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', RELEASE, ...paths) });
}

/** A file of the last release. */
export const readReleased = (path: string): string => git('show', `${RELEASE}:${path}`).toString();

function git(...args: readonly string[]): Buffer {
  try {
    return execFileSync('git', args, {
      cwd: PACKAGE_ROOT,
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (cause) {
    throw new Error('This test needs the history of the repository: git fetch --unshallow', { cause });
  }
}
