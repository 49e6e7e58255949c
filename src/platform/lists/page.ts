import { sql, type SelectQueryBuilder } from 'kysely';
import { Type, type TSchema } from 'typebox';
import { noFieldErrors, plainText, refuseFieldErrors, type Context } from '../../kernel/index.ts';
import { readWithin, type Db } from '../postgres/index.ts';
import { decodeCursor, encodeCursor, FIRST } from './cursor.ts';

const INT32_MAX = 2_147_483_647;
const DEFAULT_SIZE = 20;
const count = (example: number) => Type.Integer({ examples: [example] });

/** The query parameters of every list. */
export const pageQuery = {
  pageNumber: Type.Optional(
    Type.Integer({ minimum: 0, maximum: INT32_MAX, default: 0, description: 'From 0.', examples: [0] }),
  ),
  pageSize: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 100,
      default: DEFAULT_SIZE,
      description: '0 returns only the count.',
      examples: [DEFAULT_SIZE],
    }),
  ),
};

/** The query parameters of a list that can also be read by cursors. */
export const cursorQuery = {
  ...pageQuery,
  cursor: Type.Optional(
    plainText(256, {
      description:
        `\`${FIRST}\` for the first page, then the \`nextCursor\` of the page before; instead of \`pageNumber\`. ` +
        'Every row that exists when the first page is read appears exactly once, whatever is created meanwhile, ' +
        'unless a change makes it leave the filter. `totalElements` is counted with the first page.',
      examples: [FIRST],
    }),
  ),
};

export const pageOf = <Item extends TSchema>(item: Item, title: string) =>
  Type.Object(pageMembers(item), { title });

export const cursorPageOf = <Item extends TSchema>(item: Item, title: string) =>
  Type.Object(
    {
      ...pageMembers(item),
      nextCursor: Type.Optional(
        Type.Union([Type.String(), Type.Null()], {
          description: 'With `cursor` only: the cursor of the next page, or null after the last one.',
        }),
      ),
    },
    { title },
  );

const pageMembers = <Item extends TSchema>(item: Item) => ({
  content: Type.Array(item),
  totalElements: count(1),
  totalPages: count(1),
  size: count(DEFAULT_SIZE),
  number: count(0),
  pageable: Type.Object(
    { pageNumber: count(0), pageSize: count(DEFAULT_SIZE) },
    { description: 'The request.' },
  ),
});

export interface Slice {
  readonly limit: number;
  readonly offset: number;
  /** In a list read by cursors: the values of the row before the first one. */
  readonly after?: readonly string[] | undefined;
}

interface Found<Row> {
  readonly total: number | string;
  readonly rows: readonly Row[];
}

interface Page {
  readonly pageNumber?: number | undefined;
  readonly pageSize?: number | undefined;
}

interface CursorPage extends Page {
  readonly cursor?: string | undefined;
}

interface List<Row, Item> {
  /** Reads the slice that the page shows; where only the count is asked for, its limit is 0. */
  readonly read: (db: Db, slice: Slice) => Promise<Found<Row>>;
  readonly toItem: (row: Row) => Item | Promise<Item>;
}

interface Positioned {
  readonly position: string;
}

interface CursorList<Tables, From extends keyof Tables, Counted extends keyof Tables, Row, Item> {
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

/** One page of a list, read within the time and the connections that lists have. */
export async function readPage<Row, Item>(
  context: Context<Db>,
  { pageNumber = 0, pageSize = DEFAULT_SIZE }: Page,
  { read, toItem }: List<Row, Item>,
) {
  const slice = { limit: pageSize, offset: pageNumber * pageSize };
  const { total, rows } = await readWithin(context, (db) => read(db, slice));
  return toPage(await Promise.all(rows.map(toItem)), Number(total), pageNumber, pageSize);
}

/** One page by its number or by a cursor. Only the first page by a cursor is counted. */
export async function readCursorPage<
  Tables,
  From extends keyof Tables,
  Counted extends keyof Tables,
  Row,
  Item,
>(
  context: Context<Db>,
  query: CursorPage,
  { select, count, position, toItem }: CursorList<Tables, From, Counted, Row, Item>,
) {
  const { cursor, pageSize = DEFAULT_SIZE } = query;
  if (cursor === undefined) {
    const read = (db: Db, slice: Slice) => readCounted(select(db, slice), count(db));
    return readPage(context, query, { read, toItem });
  }
  refuseWithCursor(query);
  const from = cursor === FIRST ? undefined : decodeCursor(cursor, position);
  const number = from?.number ?? 0;
  // One row more than the page shows tells whether there is a next page.
  const slice = { limit: pageSize + 1, offset: 0, after: from?.after };
  const { total, rows } = await readWithin(context, async (db) =>
    from
      ? { total: from.total, rows: (await select(db, slice).execute()) as (Row & Positioned)[] }
      : readCounted(select(db, slice), count(db)),
  );
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const nextCursor =
    last && rows.length > pageSize ? encodeCursor(last.position, number + 1, Number(total)) : null;
  const items = await Promise.all(shown.map(toItem));
  return { ...toPage(items, Number(total), number, pageSize), nextCursor };
}

function refuseWithCursor({ pageNumber, pageSize }: CursorPage): void {
  const errors = noFieldErrors();
  if (pageNumber !== undefined) errors['pageNumber'] = ['must be left out where a cursor is given'];
  if (pageSize === 0) errors['pageSize'] = ['must be at least 1 where a cursor is given'];
  refuseFieldErrors(errors);
}

const toPage = <Item>(content: Item[], totalElements: number, pageNumber: number, pageSize: number) => ({
  content,
  totalElements,
  totalPages: pageSize === 0 ? 0 : Math.ceil(totalElements / pageSize),
  size: pageSize,
  number: pageNumber,
  pageable: { pageNumber, pageSize },
});
