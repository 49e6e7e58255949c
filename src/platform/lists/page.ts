import { Type, type TSchema } from 'typebox';
import { invalid, noFieldErrors, plainText, refuseFieldErrors, type Context } from '../../kernel/index.ts';
import { readWithin, type Db } from '../postgres/index.ts';
import { decodeCursor } from './cursor.ts';
import { readCounted, readSlice, type CursorList, MAX_POSITION, type Found, type Slice } from './slice.ts';

const DEFAULT_SIZE = 20;
/** Asks for the first page of a list read by cursors. */
const FIRST = '*';
const count = (example: number) => Type.Integer({ examples: [example] });

/** The query parameters of every list. */
export const pageQuery = {
  pageNumber: Type.Optional(
    Type.Integer({ minimum: 0, maximum: MAX_POSITION, default: 0, description: 'From 0.', examples: [0] }),
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
        'unless a change makes it leave the filter. `totalElements` is counted with the first page. A cursor is refused ' +
        'by other lists and with other filters.',
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
>(context: Context<Db>, query: CursorPage, list: CursorList<Tables, From, Counted, Row, Item>) {
  const { cursor, pageSize = DEFAULT_SIZE } = query;
  if (cursor === undefined) {
    const { select, count, toItem } = list;
    const read = (db: Db, slice: Slice) => readCounted(select(db, slice), count(db));
    return readPage(context, query, { read, toItem });
  }
  refuseWithCursor(query);
  const from = cursor === FIRST ? undefined : decodeCursor(list.of, cursor, list.position);
  if (cursor !== FIRST && from === undefined) {
    throw invalid({
      cursor: [
        `must be ${FIRST} for the first page, or the nextCursor of the page before with the same filter`,
      ],
    });
  }
  const { items, total, nextCursor } = await readSlice(context, { limit: pageSize, from }, list);
  return { ...toPage(items, total, from?.number ?? 0, pageSize), nextCursor };
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
