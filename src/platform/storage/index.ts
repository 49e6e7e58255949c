export { openLocalStorage } from './local.ts';
export { openStorage } from './open.ts';
export { MissingFile, StorageError, type Storage } from './storage.ts';
export { watchStorage } from './watch.ts';
