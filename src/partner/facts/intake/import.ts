import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Problem } from '../../../kernel/index.ts';
import { MissingFile, type Storage } from '../../../platform/storage/index.ts';
import { ingest, type Ingestion, type Summary } from './ingest.ts';
import { IMPORTS } from '../log/index.ts';
import { checkFile, fileSource } from './source/source.ts';
import type { FactsContext } from '../handle/index.ts';

const READ_BYTES = 1 << 20;

/** Puts a local file into the storage, where `importStored` finds it under the returned key. */
export async function stageFile(
  storage: Storage,
  path: string,
  onProgress?: (fraction: number) => void,
): Promise<string> {
  const { ending, bytes } = await checkFile(path);
  const key = `${IMPORTS}${randomUUID()}${ending}`;
  async function* content(): AsyncGenerator<Uint8Array> {
    const blocks = createReadStream(path, { highWaterMark: READ_BYTES });
    for await (const block of blocks as AsyncIterable<Buffer>) {
      yield block;
      onProgress?.(blocks.bytesRead / bytes);
    }
  }
  await storage.put(key, content());
  return key;
}

interface StoredImport extends Pick<Ingestion, 'kind' | 'idempotencyKey'> {
  /** The key of a file that `stageFile` has put into the storage. */
  readonly file: string;
  /** The name of the file where it was. */
  readonly file_name?: string | undefined;
  readonly dry_run?: boolean | undefined;
}

/** Imports a file from the storage, of any size and in any format that `import` reads. */
export async function importStored(
  context: FactsContext,
  { file, file_name: fileName, dry_run: dryRun, ...ingestion }: StoredImport,
): Promise<Summary> {
  const { storage, spillFolder } = context.facts;
  const path = join(spillFolder, file.slice(IMPORTS.length));
  try {
    await storage.download(file, path).catch((error: unknown) => {
      if (error instanceof MissingFile) throw new Problem('not_found', error.message, { cause: error });
      throw error;
    });
    return await ingest(context, { ...ingestion, dryRun, fileName, source: await fileSource(path) });
  } finally {
    await rm(path, { force: true });
  }
}
