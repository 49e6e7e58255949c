import { openLocalStorage, type LocalOptions } from './local.ts';
import type { S3Settings } from './s3.ts';
import type { Storage } from './storage.ts';

/** Without a bucket, files are kept in a folder. What speaks to S3 is loaded only where it is used. */
export async function openStorage(settings: S3Settings, local: LocalOptions): Promise<Storage> {
  if (settings.bucket === '') return openLocalStorage(local);
  const { openS3Storage } = await import('./s3.ts');
  return openS3Storage(settings);
}
