export {
  append,
  appendWithin,
  checkNext,
  lockLog,
  voidWith,
  type Appended,
  type Batch,
  type LogHead,
} from './append.ts';
export { batchAt, readSince, type Since } from './batches/since.ts';
export * as batchStore from './batches/store.ts';
export { compactLog, sweepObjects } from './compact.ts';
export { findHolder, findWriter, WriterLease } from './lease.ts';
export { IMPORTS, ObjectFiles, tellUnavailable, withFiles } from './objects.ts';
export {
  describeMissing,
  downloadAll,
  fetchKind,
  fetchObjects,
  findAppended,
  readGroup,
  readHead,
  type BatchGroup,
  type KindRows,
} from './read.ts';
export * as logStore from './store.ts';
