import { sql, type SelectQueryBuilder } from 'kysely';
import { Type, type TSchema } from 'typebox';
import type { Context } from '../kernel/index.ts';
import { readWithin, type Db } from '../platform/postgres/index.ts';

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

export const pageOf = <Item extends TSchema>(item: Item, title: string) =>
  Type.Object(
    {
      content: Type.Array(item),
      totalElements: count(1),
      totalPages: count(1),
      size: count(DEFAULT_SIZE),
      number: count(0),
      pageable: Type.Object(
        { pageNumber: count(0), pageSize: count(DEFAULT_SIZE) },
        { description: 'The request.' },
      ),
    },
    { title },
  );

interface Slice {
  readonly limit: number;
  readonly offset: number;
}

interface Found<Row> {
  readonly total: number | string;
  readonly rows: readonly Row[];
}

interface Page {
  readonly pageNumber?: number | undefined;
  readonly pageSize?: number | undefined;
}

interface List<Row, Item> {
  /** Reads the slice that the page shows; where only the count is asked for, its limit is 0. */
  readonly read: (db: Db, slice: Slice) => Promise<Found<Row>>;
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
  const totalElements = Number(total);
  return {
    content: await Promise.all(rows.map(toItem)),
    totalElements,
    totalPages: pageSize === 0 ? 0 : Math.ceil(totalElements / pageSize),
    size: pageSize,
    number: pageNumber,
    pageable: { pageNumber, pageSize },
  };
}
