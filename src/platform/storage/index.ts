export { openLocalStorage } from './local.ts';
export type { Storage } from './storage.ts';
