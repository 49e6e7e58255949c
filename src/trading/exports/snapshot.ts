import { addAbortSignal } from 'node:stream';
import {
  beginReading,
  inBlocks,
  readApart,
  type Database,
  type Db,
  type Setting,
} from '../../platform/postgres/index.ts';
import type { Statements } from './select.ts';

/** The rows of one database snapshot. */
export interface Snapshot {
  readonly rowsExpected: number;
  /** The output of COPY in large blocks. A block is valid until the next one is requested. */
  readonly read: (options: ReadOptions) => AsyncIterable<Uint8Array>;
}

interface ReadOptions {
  readonly signal: AbortSignal;
  /** Called with the number of rows in the next block. */
  readonly onRows: (rows: number) => void;
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
  return database.session(async (sql) => {
    await beginReading(sql, settings);
    const [counted] = await sql.unsafe<{ rows: string; snapshot: string }[]>(
      `select rows, pg_export_snapshot() as snapshot from (${count}) counted`,
    );
    const { rows, snapshot } = counted ?? { rows: '0', snapshot: '' };
    const rowsExpected = Number(rows);
    const result = await use({
      rowsExpected,
      async *read({ signal, onRows }) {
        const blocks =
          rowsExpected < MANY_ROWS
            ? inBlocks(addAbortSignal(signal, await sql.unsafe(copy).readable()))
            : readApart({ url: database.url, snapshot, settings, copy }, signal);
        for await (const block of blocks) {
          onRows(block.rows);
          yield block.bytes;
        }
      },
    });
    await sql.unsafe('commit');
    return result;
  });
}

function textOf(db: Db, statement: Statements['copy']): string {
  const { sql, parameters } = statement.compile(db);
  if (parameters.length > 0) throw new Error('A statement of an export takes no parameters.');
  return sql;
}
