import { join } from 'node:path';
import type { Config } from '../config/index.ts';
import type { Secrets } from '../platform/auth/index.ts';
import { openStorage, type Storage } from '../platform/storage/index.ts';
import { publicUrl } from './public-url.ts';

/** The storage of this installation, for exports and for the objects of the log. */
export function openFiles(config: Config, secrets: Secrets): Promise<Storage> {
  return openStorage(config.storage, {
    folder: config.storage.folder === '' ? join(config.data, 'files') : config.storage.folder,
    secret: secrets.derive('links to files'),
    publicUrl: publicUrl(config, 'trading'),
  });
}
