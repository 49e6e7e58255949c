export { readAddress } from './address.ts';
export { alone } from './alone.ts';
export { connect, type Database, type Db, type Tables, type Tx } from './connect.ts';
export { beginReading, inBlocks, readApart, type Setting } from './copy/index.ts';
export { openEmbedded, startEmbedded, type EmbeddedServer } from './embedded/index.ts';
export { isConnectionError } from './failure.ts';
export { migrate } from './migrate.ts';
export { connectionOptions } from './options.ts';
export { ONCE, statement, type Statement } from './statement.ts';
