import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../../kernel/index.ts';
import { StorageError, type Storage } from '../../../platform/storage/index.ts';

/** A Parquet file in the storage with the rows of one or more batches. */
export interface SavedObject {
  readonly key: string;
  readonly rowCount: number;
  readonly bytes: number;
  readonly sha256: Buffer;
}

export const OBJECTS = 'facts/';
/** Where files wait until the process that writes has imported them. */
export const IMPORTS = 'imports/';

const READ_BYTES = 1 << 20;

/** Files of objects on this machine, which are removed with it. */
export class ObjectFiles {
  readonly #storage: Storage;
  readonly #folder: string;
  readonly #paths = new Set<string>();

  constructor(storage: Storage, folder: string) {
    this.#storage = storage;
    this.#folder = folder;
  }

  async upload(kind: string, { path, rowCount }: { path: string; rowCount: number }): Promise<SavedObject> {
    const key = `${OBJECTS}${kind}/${randomUUID()}.parquet`;
    const hash = createHash('sha256');
    let bytes = 0;
    async function* content(): AsyncGenerator<Uint8Array> {
      for await (const block of createReadStream(path, { highWaterMark: READ_BYTES })) {
        hash.update(block as Buffer);
        bytes += (block as Buffer).length;
        yield block as Buffer;
      }
    }
    await this.#storage.put(key, content()).catch((error: unknown) => {
      if (error instanceof StorageError) throw error;
      throw new StorageError(`The storage failed to keep ${key}: ${(error as Error).message}`, error);
    });
    return { key, rowCount, bytes, sha256: hash.digest() };
  }

  /** The path of a copy whose hash was checked. */
  async download({ key, sha256 }: Pick<SavedObject, 'key' | 'sha256'>): Promise<string> {
    const path = this.newPath();
    await this.#storage.download(key, path);
    if (!(await hashFile(path)).equals(sha256)) throw damaged(key);
    return path;
  }

  async remove(): Promise<void> {
    await Promise.all([...this.#paths].map((path) => rm(path, { force: true })));
    this.#paths.clear();
  }

  /** A file that does not exist yet, for `upload`. */
  newPath(): string {
    const path = join(this.#folder, `${randomUUID()}.parquet`);
    this.#paths.add(path);
    return path;
  }
}

/** Runs `work` with files that are removed at its end. */
export async function withFiles<T>(
  { storage, spillFolder }: { storage: Storage; spillFolder: string },
  work: (files: ObjectFiles) => Promise<T>,
): Promise<T> {
  const files = new ObjectFiles(storage, spillFolder);
  try {
    return await work(files);
  } finally {
    await files.remove();
  }
}

const damaged = (key: string): Problem =>
  new Problem('unavailable', `The content of ${key} is not what was stored. Restore it from a backup.`, {
    headers: { 'retry-after': '60' },
  });

async function hashFile(path: string): Promise<Buffer> {
  const hash = createHash('sha256');
  for await (const block of createReadStream(path, { highWaterMark: READ_BYTES }))
    hash.update(block as Buffer);
  return hash.digest();
}

/** Turns a failure of the storage or a full disk into an answer that tells the caller to try again. */
export function tellUnavailable(error: unknown): never {
  if (error instanceof StorageError)
    throw unavailable('The storage of the facts failed, so nothing was stored.', error);
  if (/no space left|file too large|ENOSPC|EFBIG|EDQUOT/i.test((error as Error).message))
    throw unavailable('The disk of the fact store is full, so nothing was stored.', error);
  throw error;
}

const unavailable = (detail: string, cause: unknown): Problem =>
  new Problem('unavailable', detail, { cause, headers: { 'retry-after': '60' } });
