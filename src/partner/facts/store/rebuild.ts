import { openDuckdb, type Duckdb, type DuckdbOptions, type Session } from '../../../platform/duckdb/index.ts';
import { follow, type LogSource } from './follow.ts';
import { KINDS } from '../kinds/index.ts';
import { withFiles, type ObjectFiles, fetchKind, type KindRows, logStore } from '../log/index.ts';
import { insertNew } from './apply.ts';
import { createTables, type Schema } from './schema.ts';
import { presentRows, selectFacts, selectRows } from './rows.ts';
import type { RebuildProgress } from './position.ts';
import { noteApplied } from './state.ts';

export interface Rebuilding {
  readonly source: LogSource;
  readonly schema: Schema;
  /** The file must not exist. */
  readonly target: DuckdbOptions;
  readonly onProgress?: ((progress: RebuildProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Makes a store from the log: each kind in bulk, whatever follows from the facts once, then the latest batches. */
export async function rebuild(rebuilding: Rebuilding): Promise<Duckdb> {
  const { source, schema, target, signal } = rebuilding;
  const database = await openDuckdb(target);
  try {
    await database.write((session) => fill(session, rebuilding));
    await follow(source, database, schema, { signal });
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function fill(session: Session, { source, schema, onProgress, signal }: Rebuilding): Promise<void> {
  const { number } = await logStore.selectHead(source.db).executeTakeFirstOrThrow();
  await session.run(`${createTables(schema)}; create temp table days_of_log (day date)`);
  const projected = schema.projections.flatMap(({ kinds }) => Object.entries(kinds));
  const names = [...KINDS.map(({ name }) => name), ...projected.map(([name]) => name)];
  const load = (kind: string, work: (rows: KindRows, tell: (fraction: number) => void) => Promise<void>) =>
    withFiles(source, async (files: ObjectFiles) => {
      signal?.throwIfAborted();
      const tell = (fraction: number): void =>
        onProgress?.({ kind, fraction: (names.indexOf(kind) + fraction) / names.length });
      tell(0);
      const rows = await fetchKind(source.db, files, kind, number);
      if (rows.paths.length > 0) await work(rows, tell);
    });
  for (const kind of KINDS) {
    await load(kind.name, async ({ paths, replacing }, onFraction) => {
      const own = schema.derivations.find((derivation) => derivation.kind === kind.name);
      await session.run(`
        create or replace temp view logged as ${await selectFacts(session, kind, paths)} where batch <= ${number};
        create or replace temp view batch as
          select * rename (batch as sent_in) from ${presentRows(kind, 'logged', replacing)}`);
      await session.run(insertNew(kind, own, { isAllNew: true, isInOrder: false, sender: undefined }), {
        signal,
        onProgress: onFraction,
      });
      // Also the days that corrections and voids have left without orders.
      if (own && kind.time)
        await session.run(`insert into days_of_log select distinct ${kind.time}::date from logged`);
    });
  }
  for (const [name, kind] of projected) {
    await load(name, async ({ paths }) => {
      const rows = `${await selectRows(session, kind.columns, paths)} where batch <= ${number}`;
      await session.run(`create or replace temp view logged as ${rows}; ${kind.insert('logged')}`, {
        signal,
      });
    });
  }
  // What of them was credited is not known: crediting looks at all of them once and finds no difference.
  await session.run(`
    insert into touched_days select distinct day, ${number} from days_of_log;
    drop table days_of_log`);
  for (const { refresh } of schema.projections) await refresh?.(session, source.db);
  const last = await logStore.selectBatch(source.db, number).executeTakeFirst();
  if (last) await noteApplied(session, { number, id: last.id, createdAt: last.created_at });
}
