export {
  clickhouseEngine,
  publish,
  rebuildServed,
  retire,
  Sink,
  selectPublished,
} from './clickhouse/index.ts';
export { duckdbEngine } from './duckdb.ts';
export type { Dialect, Engine, EngineState, OpenView, PartnerNumber, Reader } from './engine.ts';
