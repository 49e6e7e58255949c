export type { Found, Source } from './source.ts';
export { countAll, useWaiting, type Waiting } from './use-waiting.ts';
