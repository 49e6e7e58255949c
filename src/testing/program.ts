import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const LOCK = join(tmpdir(), 'quaestor-apt.lock');

/** The path of the first of these programs; as root on Debian or Ubuntu, its package is installed when none is there. */
export function findProgram(names: readonly string[], debianPackage: string): string {
  const found = search(names);
  if (found !== undefined) return found;
  try {
    if (process.getuid?.() !== 0) throw new Error('Only root can install it.');
    // Tests beside this one may install packages too.
    const install = `apt-get update -q && apt-get install -y -q --no-install-recommends ${debianPackage}`;
    execFileSync('flock', [LOCK, 'sh', '-c', install], { stdio: 'pipe' });
  } catch (cause) {
    const [name] = names;
    throw new Error(
      `${name} was not found. Install it (on Debian and Ubuntu: apt-get install ${debianPackage}).`,
      { cause },
    );
  }
  return search(names) ?? names[0] ?? '';
}

function search(names: readonly string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(canRun);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
