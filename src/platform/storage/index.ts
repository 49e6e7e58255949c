export { openLocalStorage } from './local.ts';
export { openStorage } from './open.ts';
export { MissingFile, StorageError, type Storage, type StoredFile } from './storage.ts';
