import { openLocalStorage, type LocalOptions } from './local.ts';
import type { S3Settings } from './s3.ts';
import type { Storage } from './storage.ts';

/** Opens a folder, or the bucket if one is configured. Loads the S3 client only if it is used. */
export async function openStorage(settings: S3Settings, local: LocalOptions): Promise<Storage> {
  if (settings.bucket === '') return openLocalStorage(local);
  const { openS3Storage } = await import('./s3.ts');
  return openS3Storage(settings);
}
