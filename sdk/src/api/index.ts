export { Api } from './api.ts';
export {
  byCursor,
  byKey,
  byNumber,
  List,
  type CursorList,
  type KeyPosition,
  type NumberedList,
} from './list.ts';
export type { Answer, Input, Query } from './operation.ts';
export { Resource } from './resource.ts';
