import {
  beginReading,
  readApart,
  readCopy,
  type Database,
  type Db,
  type Setting,
} from '../../platform/postgres/index.ts';
import type { Statements } from './select.ts';

/** The rows of one database snapshot. */
export interface Snapshot {
  readonly rowsExpected: number;
  /** The output of COPY in large blocks. Returns the number of rows. */
  readonly read: (signal: AbortSignal) => AsyncGenerator<Uint8Array, number, undefined>;
}

interface SnapshotOptions {
  readonly database: Database;
  readonly statements: Statements;
  readonly timeoutMs: number;
}

/** From this many rows on, a thread is worth its start. */
const MANY_ROWS = 10_000;

/** Memory is constant: the database is read only as fast as `use` consumes the blocks. */
export function withSnapshot<T>(
  { database, statements, timeoutMs }: SnapshotOptions,
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const count = textOf(database.db, statements.count);
  const copy = textOf(database.db, statements.copy);
  const settings: Setting[] = [
    ...statements.settings,
    ['statement_timeout', String(timeoutMs)],
    ['idle_in_transaction_session_timeout', '0'],
    // No parallel query: the database must serve others meanwhile.
    ['max_parallel_workers_per_gather', '0'],
  ];
  return database.session(async (client) => {
    await beginReading(client, settings);
    const counted = await client.query<{ rows: string; snapshot: string }>(
      `select rows, pg_export_snapshot() as snapshot from (${count}) counted`,
    );
    const { rows, snapshot } = counted.rows[0] ?? { rows: '0', snapshot: '' };
    const rowsExpected = Number(rows);
    const result = await use({
      rowsExpected,
      read: (signal) =>
        rowsExpected < MANY_ROWS
          ? readCopy(client, copy, signal)
          : readApart({ url: database.url, snapshot, settings, copy }, signal),
    });
    await client.query('commit');
    return result;
  });
}

function textOf(db: Db, statement: Statements['copy']): string {
  const { sql, parameters } = statement.compile(db);
  if (parameters.length > 0) throw new Error('A statement of an export takes no parameters.');
  return sql;
}
