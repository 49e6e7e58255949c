import postgres from 'postgres';
import { expect } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import type { Duckdb, Parameter, Session } from '../../platform/duckdb/index.ts';
import type { Facts } from '../facts/index.ts';

/**
 * The functions that DuckDB has as macros; `div` PostgreSQL has of its own. A volatile one keeps it from writing the
 * steps of the reward arithmetic into one another, which grow beyond all bounds that way.
 */
const FUNCTIONS = `
  create function wide(numeric) returns numeric language sql volatile as 'select $1';
  create function unless_too_wide(numeric) returns numeric language plpgsql as 'begin return $1; end';
  create function refuse(text) returns numeric language plpgsql as
    'begin raise exception ''refused: %'', $1; end';
  create function dice(integer, text, anyelement, numeric) returns bigint language sql immutable as
    'select abs(hashtextextended($2 || $3, $1) % $4)::bigint'`;

const canonical = (number: string): string => Decimal.parse(number).trim().toString();

/** Everything comes as text, in one form. */
const TYPES = {
  number: { to: 1700, from: [20, 21, 23, 1700], serialize: String, parse: canonical },
  day: { to: 1082, from: [1082], serialize: String, parse: (text: string) => text },
  date: {
    to: 1114,
    from: [1114],
    serialize: String,
    parse: (text: string) => new Date(`${text}Z`).toISOString(),
  },
};

/**
 * A fact store whose statements run on PostgreSQL as well, word for word, over the same rows, and fail unless they
 * answer the same there. What the store itself does, taking facts in, is done on DuckDB alone and then copied.
 */
export class Shadow {
  readonly facts: Facts;
  readonly #real: Duckdb;
  readonly #sql: postgres.Sql;

  constructor(real: Facts, url: string) {
    this.#real = real.database;
    this.#sql = postgres(url, {
      max: 4,
      types: TYPES,
      onnotice: () => {},
      connection: { jit: 'off' },
    }) as postgres.Sql;
    this.facts = { ...real, database: this.#shadowed() };
  }

  /** Copies every table. */
  async copy(): Promise<void> {
    const tables = await this.#real.query<{ name: string; sql: string }>(
      'select table_name as name, sql from duckdb_tables() where not temporary',
    );
    const sequences = await this.#real.query<{ sql: string }>(
      "select 'create sequence ' || sequence_name || ';' as sql from duckdb_sequences()",
    );
    const views = await this.#real.query<{ sql: string }>(
      'select sql from duckdb_views() where not internal',
    );
    await this.#sql.unsafe(`
      drop schema public cascade; create schema public; ${FUNCTIONS};
      ${[...sequences, ...tables, ...views].map(({ sql }) => sql).join('\n')}`);
    for (const { name } of tables) {
      const rows = JSON.stringify(await this.#real.query(`select * from ${name}`));
      await this.#sql.unsafe(
        `insert into ${name} select * from json_populate_recordset(null::${name}, $1::text::json)`,
        [rows],
      );
    }
  }

  /** Runs statements that the store runs as part of its own, and answers the rows of the last one. */
  async query(sql: string): Promise<object[]> {
    return this.#reserved(async (own) => {
      const results = await own.unsafe(sql);
      return (Array.isArray(results.at(-1)) ? results.at(-1) : results) as object[];
    });
  }

  async close(): Promise<void> {
    await this.#sql.end();
  }

  /** A connection whose temporary tables end with the work. */
  async #reserved<T>(work: (own: postgres.ReservedSql) => Promise<T>): Promise<T> {
    const own = await this.#sql.reserve();
    try {
      return await work(own);
    } finally {
      await own.unsafe('discard temp');
      own.release();
    }
  }

  #shadowed(): Duckdb {
    const real = this.#real;
    const query: Duckdb['query'] = async (sql, parameters, options) => {
      const rows = await real.query(sql, parameters, options);
      await compare(this.#sql, sql, parameters, rows);
      return rows as never;
    };
    const prepare: Duckdb['prepare'] = (work, signal) =>
      real.prepare(
        (session, alone) =>
          this.#reserved((own) => {
            shadow(session, own);
            return work(session, alone);
          }),
        signal,
      );
    return {
      query,
      snapshot: (work) => work({ query }),
      prepare,
      write: (work, signal) => prepare((session, alone) => alone(() => work(session)), signal),
      async *stream(sql, parameters, options) {
        yield (await query(sql, parameters, options)) as never;
      },
      close: () => real.close(),
      get revision() {
        return real.revision;
      },
    };
  }
}

function shadow(session: Session, sql: postgres.ReservedSql): void {
  const run = session.run.bind(session);
  const query = session.query.bind(session);
  const saveRows = session.saveRows.bind(session);
  const viewRows = session.viewRows.bind(session);
  const saved = new Map<string, string>();
  const shadowed: Session['run'] = async (statements, options) => {
    const changed = await run(statements, options);
    await sql.unsafe(statements);
    return changed;
  };
  session.run = shadowed;
  session.query = async (statement, parameters, options) => {
    const rows = await query(statement, parameters, options);
    await compare(sql, statement, parameters, rows);
    return rows as never;
  };
  // Files are the store's own.
  session.saveRows = async (select, path, options) => {
    session.run = run;
    await saveRows(select, path, options);
    session.run = shadowed;
    saved.set(path, `saved_${saved.size}`);
    await sql.unsafe(`create temp table ${saved.get(path)} as ${select}`);
  };
  session.viewRows = async (path, table) => {
    session.run = run;
    await viewRows(path, table);
    session.run = shadowed;
    await sql.unsafe(`create temp table ${table} as select * from ${saved.get(path)}`);
  };
}

async function compare(
  sql: postgres.Sql,
  statement: string,
  parameters: readonly Parameter[] = [],
  rows: readonly object[],
): Promise<void> {
  const given = parameters.map((value) =>
    value instanceof Date || value instanceof Decimal ? value.toJSON() : value,
  );
  const others = await sql.unsafe(statement, given).catch((error: unknown) => {
    throw new Error(`PostgreSQL does not take this: ${(error as Error).message}\n${statement}`);
  });
  if (!/^\s*(select|with)\b/.test(statement)) return;
  expect({ statement, rows: inOneForm([...others]) }).toEqual({ statement, rows: inOneForm(rows) });
}

/**
 * The values of rows, in an order of their own: where a statement asks for none, each engine has another. So has it
 * another name for a column that the statement does not name.
 */
export const inOneForm = (rows: readonly object[]): string[] =>
  rows.map((row) => JSON.stringify(Object.values(row), sameForm)).toSorted();

const sameForm = (_name: string, value: unknown): unknown =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d+\.\d+$/.test(value))
    ? canonical(String(value))
    : value;
