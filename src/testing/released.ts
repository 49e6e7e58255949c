import { execFileSync } from 'node:child_process';
import { PACKAGE_ROOT } from '../platform/package-root.ts';

/** The last commit of version 0.2.0. */
const RELEASE = '26eea54b79e144065ddaff24accdba2f00675a4b';

/** An archive of files of the last release. */
export const archiveReleased = (...paths: readonly string[]): Buffer => git('archive', RELEASE, ...paths);

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
