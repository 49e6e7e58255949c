export { openLocalStorage } from './local.ts';
export { openStorage } from './open.ts';
export { StorageError, type Storage } from './storage.ts';
