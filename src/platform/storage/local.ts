import { randomBytes } from 'node:crypto';
import { copyFile, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { downloadEndpoint, FILES } from './download.ts';
import { sign } from './sign.ts';
import { LINK_LIFETIME_MS, MissingFile, type Storage } from './storage.ts';

export interface LocalOptions {
  readonly folder: string;
  /** Signs links. */
  readonly secret: Buffer;
  /** The base URL of the service that serves the files. */
  readonly publicUrl: string;
}

const PART = '.part';

/** Stores files in a local folder. */
export function openLocalStorage({ folder, secret, publicUrl }: LocalOptions): Storage {
  return {
    async put(key, content) {
      const path = join(folder, key);
      const created = await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const part = `${path}.${randomBytes(6).toString('hex')}${PART}`;
      try {
        await write(part, content);
        await rename(part, path);
        await flushFolders(dirname(path), created);
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    async download(key, path) {
      const stored = join(folder, key);
      try {
        // A stored file never changes, so a hard link does instead of a copy.
        await link(stored, path).catch(() => copyFile(stored, path));
      } catch (error) {
        throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? new MissingFile(key, error) : error;
      }
    },
    async *list(prefix) {
      for (const path of await filesBelow(join(folder, prefix))) {
        if (path.endsWith(PART)) continue;
        const found = await stat(path).catch(() => undefined);
        if (found) yield { key: relative(folder, path), bytes: found.size, writtenAt: found.mtime };
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
      for (const path of await filesBelow(folder)) {
        if (!path.endsWith(PART)) continue;
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
      // A write may be partial: a disk that fills up takes what fits, and the next write fails.
      for (let written = 0; written < block.length;) {
        written += (await file.write(block, written)).bytesWritten;
      }
    }
    await file.sync();
  } finally {
    await file.close();
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Makes a new file name and the folders created for it durable. */
async function flushFolders(folder: string, created: string | undefined): Promise<void> {
  for (let path = folder; ; path = dirname(path)) {
    const handle = await open(path);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (created === undefined || relative(created, path).startsWith('..')) return;
  }
}
