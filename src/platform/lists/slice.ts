import { sql, type SelectQueryBuilder } from 'kysely';
import type { Context } from '../../kernel/index.ts';
import { readWithin, type Db } from '../postgres/index.ts';
import { encodeCursor, type Cursor, type CursorOf } from './cursor.ts';

/** The largest page number and offset. */
export const MAX_POSITION = 2_147_483_647;

export interface Slice {
  readonly limit: number;
  readonly offset: number;
  /** In a list read by cursors: the values of the row before the first one. */
  readonly after?: readonly string[] | undefined;
}

export interface Found<Row> {
  readonly total: number | string;
  readonly rows: readonly Row[];
}

interface Positioned {
  readonly position: string;
}

export interface CursorList<Tables, From extends keyof Tables, Counted extends keyof Tables, Row, Item> {
  readonly of: CursorOf;
  readonly select: (db: Db, slice: Slice) => SelectQueryBuilder<Tables, From, Row & Positioned>;
  readonly count: (db: Db) => SelectQueryBuilder<Tables, Counted, { total: string }>;
  /** The form of the rows' `position`. */
  readonly position: RegExp;
  readonly toItem: (row: Row) => Item | Promise<Item>;
}

/** Reads the rows of a page and their number in all, in one statement unless the page is empty. */
export async function readCounted<Tables, From extends keyof Tables, Counted extends keyof Tables, Row>(
  page: SelectQueryBuilder<Tables, From, Row>,
  count: SelectQueryBuilder<Tables, Counted, { total: string }>,
): Promise<Found<Row>> {
  const found = await page.select(sql<string>`${count}`.as('total')).execute();
  const rows = found as unknown as (Row & { total: string })[];
  const { total } = rows[0] ?? (await count.executeTakeFirstOrThrow());
  return { total, rows };
}

interface SliceQuery {
  readonly limit: number;
  readonly offset?: number | undefined;
  readonly from: Cursor | undefined;
}

/** Rows from an offset or after a cursor, and the cursor of those that follow. */
export async function readSlice<Tables, From extends keyof Tables, Counted extends keyof Tables, Row, Item>(
  context: Context<Db>,
  { limit, offset = 0, from }: SliceQuery,
  { of, select, count, toItem }: CursorList<Tables, From, Counted, Row, Item>,
) {
  // One row more than the page shows tells whether there is a next page.
  const slice = { limit: limit + 1, offset, after: from?.after };
  const found = await readWithin(context, async (db) =>
    from
      ? { total: from.total, rows: (await select(db, slice).execute()) as (Row & Positioned)[] }
      : readCounted(select(db, slice), count(db)),
  );
  const total = Number(found.total);
  const shown = found.rows.slice(0, limit);
  const last = shown.at(-1);
  const nextCursor =
    last && found.rows.length > limit
      ? encodeCursor(of, last.position, (from?.number ?? 0) + 1, total)
      : null;
  return { items: await Promise.all(shown.map(toItem)), total, nextCursor };
}
