export { endMonth } from './end.ts';
export type { Carry } from './store.ts';
