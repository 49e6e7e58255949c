import type { Session } from '../../../../platform/duckdb/index.ts';
import { selectMarked } from '../../store/index.ts';
import { copyChanges, type Changes } from './copy-changes.ts';
import { tableName } from './names.ts';
import { placePartners } from './place-partners.ts';
import type { Shard } from './shard.ts';
import { PLACEMENTS, type ServedTable } from './tables.ts';

interface Copying {
  /** The store, in a transaction. */
  readonly session: Session;
  readonly shards: readonly Shard[];
  readonly tables: readonly ServedTable[];
  readonly generation: number;
  /** The version that the differences get. */
  readonly version: number;
  /** The version that the tables have. */
  readonly from: { readonly version: number } | undefined;
  /** Only days that were marked after this batch can have changed; without it all can. */
  readonly after: { readonly applied: number } | undefined;
  readonly spillFolder: string;
  readonly signal?: AbortSignal | undefined;
}

/** Copies to each shard what differs between its tables and the rows of its partners in the store. */
export async function copyTables(copying: Copying): Promise<Changes> {
  const { session, shards, tables, generation, from } = copying;
  const base = from?.version ?? 0;
  const changes = { coming: 0, leaving: 0 };
  let { after } = copying;
  await placePartners(session, shards.length);
  for (const table of tables) {
    const days = after && (await changedDays(session, table, after.applied));
    if (days?.length === 0) continue;
    const name = tableName(table.name, generation);
    for (const shard of shards) {
      const { coming, leaving } = await copyChanges({ ...copying, shard, table, name, base, days });
      changes.coming += coming;
      changes.leaving += leaving;
    }
    // Rows of partners who have moved leave a shard on days on which they have not changed.
    if (table === PLACEMENTS && shards.length > 1 && changes.leaving > 0) after = undefined;
  }
  return changes;
}

/** More are found faster together than one by one. */
const MAX_DAYS = 400;

/** The days of a table that have changed after a batch; undefined if all of them may have. */
async function changedDays(
  session: Session,
  { name, source = name, isUnlogged }: ServedTable,
  batch: number,
): Promise<string[] | undefined> {
  if (isUnlogged) return undefined;
  const marked = await session.query<{ day: string }>(selectMarked(source, batch));
  return marked.length > MAX_DAYS ? undefined : marked.map(({ day }) => day);
}
