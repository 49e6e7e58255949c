import type { Cluster } from '../../../../platform/clickhouse/index.ts';
import type { Db } from '../../../../platform/postgres/index.ts';
import { dropGenerations } from './generation.ts';
import { tableName } from './names.ts';
import { shardsOf } from './shard.ts';
import { retireVersions, selectRetired } from './store.ts';

interface Retiring {
  readonly cluster: Cluster;
  readonly db: Db;
  readonly signal?: AbortSignal | undefined;
}

/** How long a reader may use a version after another one was published: longer than a file of a report may take. */
const KEPT_MS = 900_000;

/** Deletes rows and tables that no reader can still be using, now and then. */
export async function retire(retiring: Retiring): Promise<void> {
  const { cluster, db } = retiring;
  const last = await selectRetired(db, KEPT_MS).executeTakeFirst();
  if (!last) return;
  const names = Object.keys(last.columns);
  const isOver = `until <= ${last.retiring}`;
  for (const shard of shardsOf(cluster)) {
    for (const table of names) {
      const name = tableName(table, last.generation);
      const [found] = await shard.query<{ rows: number }>(
        `select count(*) as rows from ${name} where ${isOver}`,
        [],
        retiring,
      );
      if (found?.rows) await shard.change(`alter table ${name} delete where ${isOver}`, retiring);
    }
    // Tables are named by their generation, and one of them is retired with the first version that came after it.
    if (last.generation <= last.retiring)
      await dropGenerations(shard, { ...retiring, names, isUnused: (each) => each < last.generation });
  }
  await retireVersions(db).execute();
}
