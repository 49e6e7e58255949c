import type { Endpoint } from '../http/index.ts';

/** Stores files. A key is written only once. */
export interface Storage {
  /**
   * Publishes the complete file or nothing: a file that is being written, or whose write failed, is not visible. Does not
   * access a block of the content after requesting the next one, so that a caller can reuse its buffer.
   */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Copies a file to a local path that must not exist. Rejects with `MissingFile` if there is no such file. */
  download(key: string, path: string): Promise<void>;
  /** Lists complete files by a key prefix that ends with a slash, in any order. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** Does nothing if there is no such file. */
  remove(key: string): Promise<void>;
  /** Creates a link that downloads the file under this name without a token, for ten minutes. */
  link(key: string, filename: string, now: Date): Promise<string>;
  /** Removes incomplete writes that started before this time. */
  sweep(before: Date): Promise<void>;
  /** Rejects if the store does not respond, or rejects the credentials or the bucket. Absent for a local folder. */
  readonly check?: () => Promise<void>;
  /** The endpoints that the links point to. */
  readonly endpoints: readonly Endpoint[];
}

export interface StoredFile {
  readonly key: string;
  readonly bytes: number;
  readonly writtenAt: Date;
}

export const LINK_LIFETIME_MS = 10 * 60_000;

/** A request to the storage failed. The message contains nothing confidential. */
export class StorageError extends Error {
  override readonly name: string = 'StorageError';

  constructor(message: string, cause: unknown) {
    super(message, { cause });
  }
}

export class MissingFile extends StorageError {
  constructor(key: string, cause: unknown) {
    super(`The storage has no file ${key}.`, cause);
  }
}

const CONTENT_TYPES: Record<string, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  parquet: 'application/vnd.apache.parquet',
};

/** Returns the response headers of a download. */
export function fileHeaders(filename: string): { 'content-type': string; 'content-disposition': string } {
  const ending = filename.slice(filename.lastIndexOf('.') + 1);
  return {
    'content-type': CONTENT_TYPES[ending] ?? 'application/octet-stream',
    'content-disposition': `attachment; filename="${filename}"`,
  };
}
