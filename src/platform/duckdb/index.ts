export { InUse, isAboutContent, isEngineError, refusalOf, valueOutOfRange } from './errors.ts';
export { exactQuotient } from './quotient.ts';
export { jsonRows } from './rows.ts';
export { openDuckdb, type Duckdb, type DuckdbOptions } from './open.ts';
export type { RunOptions, Session, SyntaxTree } from './session.ts';
export type { Parameter, Row, Value } from './values.ts';
