import { addAbortSignal, type Readable } from 'node:stream';
import type { Database, Db } from '../../platform/postgres/index.ts';
import type { Statements } from './select.ts';

/** The rows as one moment of the database has them. */
export interface Snapshot {
  readonly rowsExpected: number;
  /** What COPY writes, in large blocks. */
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

/** Memory stays flat however many rows there are: the database is read only as fast as `use` takes the blocks. */
export function withSnapshot<T>(
  { database, statements, timeoutMs }: SnapshotOptions,
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const { settings, count, copy } = statements;
  return database.session(async (sql) => {
    await sql.unsafe('begin isolation level repeatable read read only');
    const all = [
      ...settings,
      ['statement_timeout', String(timeoutMs)],
      // Others have to be served meanwhile: one process of the database is enough.
      ['max_parallel_workers_per_gather', '0'],
    ];
    for (const [name = '', value = ''] of all) await sql`select set_config(${name}, ${value}, true)`;
    const [counted] = await sql.unsafe<{ rows: string }[]>(textOf(database.db, count));
    const result = await use({
      rowsExpected: Number(counted?.rows),
      async *read(options) {
        yield* inBlocks(await sql.unsafe(textOf(database.db, copy)).readable(), options);
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

const sleepOn = (): void => {};

const BLOCK_BYTES = 128 * 1024;

/**
 * Each piece of the source is one row; written one by one they would cost more than all the rest. Between two blocks
 * the event loop goes round: rows that are there already would otherwise be taken by the megabyte, and others wait.
 */
async function* inBlocks(
  source: Readable,
  { signal, onRows }: ReadOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const full: { bytes: Buffer; rows: number }[] = [];
  let block = Buffer.allocUnsafe(BLOCK_BYTES);
  let used = 0;
  let rows = 0;
  let ended = false;
  let failure: Error | undefined;
  let wake = sleepOn;
  const close = (): void => {
    full.push({ bytes: block.subarray(0, used), rows });
    block = Buffer.allocUnsafe(BLOCK_BYTES);
    used = 0;
    rows = 0;
  };
  source.on('data', (row: Buffer) => {
    if (used + row.length > block.length) {
      close();
      if (row.length > block.length) block = Buffer.allocUnsafe(row.length);
      source.pause();
      wake();
    }
    used += row.copy(block, used);
    rows += 1;
  });
  source.once('end', () => {
    ended = true;
    // postgres.js pauses its socket when rows pile up, and forgets to go on when they end meanwhile.
    source._read(0);
    close();
    wake();
  });
  source.once('error', (error) => {
    failure = error;
    wake();
  });
  addAbortSignal(signal, source);
  for (;;) {
    if (failure) throw failure;
    const next = full.shift();
    if (next) {
      setImmediate(() => source.resume());
      onRows(next.rows);
      yield next.bytes;
    } else if (ended) return;
    else await new Promise<void>((resolve) => (wake = resolve));
  }
}
