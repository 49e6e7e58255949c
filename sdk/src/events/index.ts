export { follow } from './follow.ts';
export type { ServerEvent } from './parse.ts';
