import { openLocalStorage, type LocalOptions } from './local.ts';
import type { S3Settings } from './s3.ts';
import type { Storage } from './storage.ts';

export interface StorageSettings {
  /** Without a bucket, files are kept in a folder. */
  readonly s3: S3Settings;
}

/** What speaks to S3 is loaded only where it is used. */
export async function openStorage({ s3 }: StorageSettings, local: LocalOptions): Promise<Storage> {
  if (s3.bucket === '') return openLocalStorage(local);
  const { openS3Storage } = await import('./s3.ts');
  return openS3Storage(s3);
}
