import { Type } from 'typebox';
import { invalid, plainText, type Context } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import { decodeCursor } from './cursor.ts';
import { MAX_POSITION, readSlice, type CursorList } from './slice.ts';

const DEFAULT_LIMIT = 100;

/** The query parameters of a list with offsets. */
export const offsetQuery = {
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      default: DEFAULT_LIMIT,
      description: 'Rows of a page.',
      examples: [DEFAULT_LIMIT],
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: MAX_POSITION,
      default: 0,
      description: 'Rows before it.',
      examples: [0],
    }),
  ),
};

/** The query parameters of a list with offsets that can also be read by cursors. */
export const offsetCursorQuery = {
  ...offsetQuery,
  cursor: Type.Optional(
    plainText(256, {
      description:
        'The `next_cursor` of the page before, instead of `offset`. Every row that exists when the first page is read ' +
        'appears exactly once, whatever is created meanwhile. `count` is counted with the first page. A cursor is ' +
        'refused by other lists and with other filters.',
      examples: ['NDgyMTN8MXwxMjV8c2NmS1NJcXpSWTZSU1gyRQ'],
    }),
  ),
};

interface OffsetPage {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly cursor?: string | undefined;
}

/** One page by its offset or by a cursor. Pages by a cursor are not counted again. */
export async function readOffsetPage<
  Tables,
  From extends keyof Tables,
  Counted extends keyof Tables,
  Row,
  Item,
>(
  context: Context<Db>,
  { limit = DEFAULT_LIMIT, offset, cursor }: OffsetPage,
  list: CursorList<Tables, From, Counted, Row, Item>,
) {
  if (cursor !== undefined && offset !== undefined)
    throw invalid({ offset: ['must be left out where a cursor is given'] });
  const from = cursor === undefined ? undefined : decodeCursor(list.of, cursor, list.position);
  if (cursor !== undefined && from === undefined)
    throw invalid({ cursor: ['must be the next_cursor of the page before with the same filter'] });
  return readSlice(context, { limit, offset, from }, list);
}
