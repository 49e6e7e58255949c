import type { Duckdb } from '../../platform/duckdb/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Storage } from '../../platform/storage/index.ts';
import { applyGroup } from './apply.ts';
import { withFiles } from './log/objects.ts';
import { fetchObjects, readGroup } from './log/read.ts';
import type { Schema } from './store/layout.ts';
import { readState } from './store/state.ts';

/** Where the log can be read. */
export interface LogSource {
  readonly db: Db;
  readonly storage: Storage;
  /** Where copies of objects are kept while they are read. */
  readonly spillFolder: string;
}

/** Applies all batches that a store does not have yet, and returns the number of the last one. */
export async function follow(
  source: LogSource,
  database: Duckdb,
  schema: Schema,
  signal?: AbortSignal,
): Promise<number> {
  for (;;) {
    signal?.throwIfAborted();
    const { applied } = await readState(database);
    const group = await readGroup(source.db, applied);
    if (!group) return applied;
    await withFiles(source, async (files) => {
      const paths = await fetchObjects(source.db, files, group.objects);
      await database.write((session) =>
        session.transaction(async () => {
          // Another call may have applied it in the meantime.
          const { applied: now } = await readState(session);
          if (now === group.first - 1) await applyGroup(session, schema, group, paths);
        }),
      );
    });
  }
}
