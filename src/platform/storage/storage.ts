import type { Endpoint } from '../http/index.ts';

/** Where files are kept. A key names one file for good: nothing is ever written twice under it. */
export interface Storage {
  /**
   * Publishes the complete file, or nothing: while it is being written and when that fails, nobody sees it. A block of
   * the content is not looked at any more once the next is asked for.
   */
  put(key: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Copies a file to a local path that does not exist yet. Rejects with `MissingFile` when there is no such file. */
  download(key: string, path: string): Promise<void>;
  /** The complete files whose keys begin with a prefix that ends with a slash, in any order. */
  list(prefix: string): AsyncIterable<StoredFile>;
  /** Does nothing where there is no such file. */
  remove(key: string): Promise<void>;
  /** A link by which anyone may download the file under this name, for ten minutes from now. */
  link(key: string, filename: string, now: Date): Promise<string>;
  /** Removes what was begun before this time and never finished. */
  sweep(before: Date): Promise<void>;
  /** Rejects when the store does not answer, or refuses the credentials or the bucket. Absent for a local folder. */
  readonly check?: () => Promise<void>;
  /** What the service that gives out the links has to serve for them. */
  readonly endpoints: readonly Endpoint[];
}

export interface StoredFile {
  readonly key: string;
  readonly bytes: number;
  readonly writtenAt: Date;
}

export const LINK_LIFETIME_MS = 10 * 60_000;

/** The storage failed or refused a request. The message is for people and contains nothing confidential. */
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

/** The headers with which a file is downloaded: by its name, whatever the link looks like. */
export function fileHeaders(filename: string): { 'content-type': string; 'content-disposition': string } {
  const ending = filename.slice(filename.lastIndexOf('.') + 1);
  return {
    'content-type': CONTENT_TYPES[ending] ?? 'application/octet-stream',
    'content-disposition': `attachment; filename="${filename}"`,
  };
}
