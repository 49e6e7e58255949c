export { connect, type Database, type DatabaseOptions, type Db, type Tables, type Tx } from './connect.ts';
export { openEmbedded, startEmbedded, type EmbeddedOptions, type EmbeddedServer } from './embedded/index.ts';
export { isConnectionError } from './failure.ts';
export { migrate } from './migrate.ts';
export { statement, type Statement } from './statement.ts';
