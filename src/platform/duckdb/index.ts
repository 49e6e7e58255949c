export { openDuckdb, type Duckdb, type DuckdbOptions } from './open.ts';
export type { Session } from './session.ts';
export type { Parameter } from './values.ts';
