import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new folder that every account may enter: root runs the database as another one. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quaestor-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Processes that are ending may still write to it. */
export const REMOVAL = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 } as const;

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, REMOVAL);
}

/** A folder for the test that calls it. */
export function temporaryFolder(): string {
  const folder = makeFolder();
  onTestFinished(() => removeFolder(folder));
  return folder;
}
