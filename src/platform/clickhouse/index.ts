export { openClickhouse, type Clickhouse, type ClickhouseOptions } from './open.ts';
