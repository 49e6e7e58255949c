import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { downloadEndpoint, FILES } from './download.ts';
import { sign } from './sign.ts';
import { LINK_LIFETIME_MS, type Storage } from './storage.ts';

export interface LocalOptions {
  readonly folder: string;
  /** Links are signed with it. */
  readonly secret: Buffer;
  /** The address of the service that serves the files. */
  readonly publicUrl: string;
}

const PART = '.part';

/** Keeps files in a folder of this machine. */
export function openLocalStorage({ folder, secret, publicUrl }: LocalOptions): Storage {
  return {
    async put(key, content) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const part = join(folder, `${key}.${randomBytes(6).toString('hex')}${PART}`);
      try {
        await write(part, content);
        await rename(part, join(folder, key));
        await flushFolder(folder);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    remove: (key) => rm(join(folder, key), { force: true }),
    link: async (key, filename, now) => {
      const grant = { key, filename, expiresAtMs: now.getTime() + LINK_LIFETIME_MS };
      const query = new URLSearchParams({
        expires: String(grant.expiresAtMs),
        signature: sign(secret, grant),
      });
      return `${publicUrl}${FILES}/${key}/${filename}?${query.toString()}`;
    },
    async sweep(before) {
      for (const name of await readdir(folder).catch(() => [])) {
        if (!name.endsWith(PART)) continue;
        const path = join(folder, name);
        const { mtime } = await stat(path).catch(() => ({ mtime: before }));
        if (mtime < before) await rm(path, { force: true });
      }
    },
    endpoints: [downloadEndpoint(folder, secret)],
  };
}

async function write(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const block of content) {
      // A single call may write a part only: a disk that fills up takes what fits and says so at the next one.
      for (let written = 0; written < block.length;) {
        written += (await file.write(block, written)).bytesWritten;
      }
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The new name must outlive a power cut too. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
