export {
  clickhouseEngine,
  publish,
  rebuildServed,
  retire,
  selectPublished,
  Sink,
} from './clickhouse/index.ts';
export { duckdbEngine } from './duckdb.ts';
export type { Dialect, Engine, EngineState, OpenView, PartnerNumber, Reader, View } from './engine.ts';
