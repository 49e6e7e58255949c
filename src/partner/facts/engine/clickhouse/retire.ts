import type { Clickhouse } from '../../../../platform/clickhouse/index.ts';
import type { Db } from '../../../../platform/postgres/index.ts';
import { change } from './change.ts';
import { tableName } from './names.ts';
import { retireVersion, selectPublished } from './store.ts';

interface Retiring {
  readonly clickhouse: Clickhouse;
  readonly db: Db;
  readonly signal?: AbortSignal | undefined;
  /** How long a reader may use a version after another one was published. */
  readonly keptMs?: number;
}

/** Longer than a file of a report may take. */
const KEPT_MS = 900_000;

/** Deletes rows and tables that no reader can still be using, now and then. */
export async function retire({ clickhouse, db, signal, keptMs = KEPT_MS }: Retiring): Promise<void> {
  const { generation, columns, retiring, retiring_since } =
    await selectPublished(db).executeTakeFirstOrThrow();
  const now = new Date();
  if (now.getTime() - retiring_since.getTime() < keptMs) return;
  for (const table of Object.keys(columns)) {
    const name = tableName(table, generation);
    const [found] = await clickhouse.query<{ rows: number }>(
      `select count(*) as rows from ${name} where until <= ${retiring}`,
      [],
      { signal },
    );
    if (found?.rows)
      await change(clickhouse, `alter table ${name} delete where until <= ${retiring}`, signal);
  }
  // Tables are named by their generation, and one of them is retired with the first version that came after it.
  if (generation <= retiring) await dropOthers(clickhouse, generation, Object.keys(columns), signal);
  await retireVersion(db, now).execute();
}

async function dropOthers(
  clickhouse: Clickhouse,
  generation: number,
  tables: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const found = await clickhouse.query<{ name: string }>(
    'select name from system.tables where database = currentDatabase()',
    [],
    { signal },
  );
  const isOurs = new RegExp(`^(?:${tables.join('|')})_(\\d+)(?:_ending)?$`);
  for (const { name } of found) {
    const [, number] = isOurs.exec(name) ?? [];
    if (number !== undefined && Number(number) < generation)
      await clickhouse.run(`drop table if exists ${name} sync`, { signal });
  }
}
