import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface Spooled {
  readonly path: string;
  readonly bytes: Readable;
  remove(): Promise<void>;
}

/** Receives a stream into a file of the folder, so that a slow sender holds nothing that others wait for. */
export async function spool(sent: Readable, folder: string): Promise<Spooled> {
  const path = join(folder, randomUUID());
  const remove = (): Promise<void> => rm(path, { force: true });
  try {
    await pipeline(sent, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await remove();
    throw error;
  }
  const bytes = createReadStream(path);
  return {
    path,
    bytes,
    async remove() {
      bytes.destroy();
      await remove();
    },
  };
}
