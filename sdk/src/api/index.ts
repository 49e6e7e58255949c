export { Api } from './api.ts';
export { byCursor, byKey, byNumber, List, type KeyPosition } from './list.ts';
export type { Answer, Input, Query } from './operation.ts';
export { Resource } from './resource.ts';
