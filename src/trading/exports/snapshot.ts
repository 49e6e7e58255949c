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

/** The rows as one moment of the database has them. */
export interface Snapshot {
  readonly rowsExpected: number;
  /** What COPY writes, in large blocks, each of which is good until the next is asked for. */
  readonly read: (options: ReadOptions) => AsyncIterable<Uint8Array>;
}

interface ReadOptions {
  readonly signal: AbortSignal;
  /** Told how many rows are in the next block. */
  readonly onRows: (rows: number) => void;
}

interface SnapshotOptions {
  readonly database: Database;
  readonly statements: Statements;
  readonly timeoutMs: number;
}

/** From so many rows on, a thread of their own is worth its start. */
const MANY_ROWS = 10_000;

/** Memory stays flat however many rows there are: the database is read only as fast as `use` takes the blocks. */
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
    // Others have to be served meanwhile: one process of the database is enough.
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
