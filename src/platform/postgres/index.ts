export { connect, type Database, type DatabaseOptions, type Db, type Tables, type Tx } from './connect.ts';
export { migrate } from './migrate.ts';
export { statement, type Statement } from './statement.ts';
