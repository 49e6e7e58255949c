import type { Duckdb, Session } from '../../../platform/duckdb/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { Storage } from '../../../platform/storage/index.ts';
import { applyGroup } from './apply-group.ts';
import { withFiles, fetchObjects, readGroup } from '../log/index.ts';
import type { Position } from './position.ts';
import type { Schema } from './schema.ts';
import { readState, type StoreState } from './state.ts';

/** Where the log can be read. */
export interface LogSource {
  readonly db: Db;
  readonly storage: Storage;
  /** Where copies of objects are kept while they are read. */
  readonly spillFolder: string;
}

export interface Following {
  readonly signal?: AbortSignal | undefined;
  /** Gets the progress of large corrections. */
  readonly position?: Position | undefined;
}

/** Applies all batches that a store does not have yet, and returns its state after them. */
export async function follow(
  source: LogSource,
  database: Duckdb,
  schema: Schema,
  { signal, position }: Following = {},
): Promise<StoreState> {
  const onRecomputed = (fraction: number): void => position?.noteRecomputed(fraction);
  for (;;) {
    signal?.throwIfAborted();
    const state = await readState(database);
    const group = await readGroup(source.db, state.applied);
    if (!group) return state;
    await withFiles(source, async (files) => {
      const paths = await fetchObjects(source.db, files, group.objects);
      const apply = (session: Session): Promise<void> =>
        session.transaction(async () => {
          // Another call may have applied it in the meantime.
          const { applied: now } = await readState(session);
          if (now === group.first - 1)
            await applyGroup(session, schema, group, paths, { signal, onRecomputed });
        });
      await database.write(apply, signal).finally(() => position?.noteRecomputed(undefined));
    });
  }
}
