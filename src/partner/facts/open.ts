import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sha256, type Context } from '../../kernel/index.ts';
import { openDuckdb, type Duckdb, type DuckdbOptions, type Session } from '../../platform/duckdb/index.ts';
import type { Derivation } from './derive.ts';
import type { ForeignGuard } from './guard.ts';
import { KINDS } from './kinds/index.ts';
import { CREATE_SEQUENCES, createTable } from './store/tables.ts';

export interface FactsOptions extends DuckdbOptions {
  /** What other modules keep beside the facts, at most one for each kind. */
  readonly derivations: readonly Derivation[];
  readonly guards?: readonly ForeignGuard[];
}

/** The fact store: the handle through which the verbs of the partner service reach the facts. */
export interface Facts {
  readonly database: Duckdb;
  readonly derivations: readonly Derivation[];
  readonly guards: readonly ForeignGuard[];
  readonly spillFolder: string;
}

/** The same caller, reaching for the facts. */
export function factsContext(context: Context<unknown>, db: Facts): Context<Facts> {
  const { actor, clock, traceId, signal } = context;
  return { actor, clock, traceId, signal, db };
}

export async function openFacts(options: FactsOptions): Promise<Facts> {
  const { path, spillFolder, derivations, guards = [] } = options;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const database = await openDuckdb(options);
  try {
    // What a process that was killed has left there is of no use to anybody.
    await rm(spillFolder, { recursive: true, force: true });
    await mkdir(spillFolder, { recursive: true });
    await database.write((session) => createTables(session, path, derivations));
  } catch (error) {
    await database.close();
    throw error;
  }
  return { database, derivations, guards, spillFolder };
}

async function createTables(
  session: Session,
  path: string,
  derivations: readonly Derivation[],
): Promise<void> {
  const tables = KINDS.map((kind) =>
    createTable(kind, derivations.find((derivation) => derivation.kind === kind.name)?.columns ?? {}),
  );
  const layout = sha256(tables.join(';')).toString('hex');
  const [found] = await session.query(
    "select 1 from information_schema.tables where table_name = 'fact_state'",
  );
  if (!found) {
    await session.transaction(async () => {
      await session.run(`
        create table fact_state (version bigint not null, as_of timestamp, layout varchar not null);
        insert into fact_state values (0, null, '${layout}');
        create table loose (kind varchar not null, month date not null, row_count bigint not null);
        ${CREATE_SEQUENCES}
        ${tables.join(';\n')}`);
    });
  }
  await session.run('create table if not exists touched_days (day date not null, version bigint not null)');
  const [state] = await session.query<{ layout: string }>('select layout from fact_state');
  if (state?.layout !== layout) {
    throw new Error(`${path} was made by another version. Import its facts into a new file.`);
  }
}
