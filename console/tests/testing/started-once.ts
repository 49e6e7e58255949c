import { execFileSync } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeFolder, removeFolder } from '../../../src/testing/folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the files of a run find the data of products that have started once. */
    startedOnce: string;
  }
}

/** A folder for one run. */
export default function setup(project: TestProject): () => Promise<void> {
  const folder = makeFolder();
  project.provide('startedOnce', folder);
  return () => removeFolder(folder);
}

/**
 * Fills an empty data folder with what `start` makes of one. Only the first file with this kind of product waits for that: a new
 * database and the invented past take most of the time of a start.
 */
export async function copyStarted(
  data: string,
  folder: string,
  kind: string,
  start: (data: string) => Promise<void>,
): Promise<void> {
  const kept = join(folder, kind);
  if (!existsSync(kept)) {
    const made = `${kept}-unfinished`;
    await start(made);
    renameSync(made, kept);
  }
  // With their owner: root runs the database as another account.
  execFileSync('cp', ['-a', kept, data]);
}
