import { sql, type RawBuilder } from 'kysely';
import { invalid } from '../../kernel/index.ts';

/** Asks for the first page of a list read by cursors. */
export const FIRST = '*';

/** Where the next page of a list begins. Clients pass it on without reading it. */
export interface Cursor {
  /** The values of the last row that the list is ordered by. */
  readonly after: readonly string[];
  /** The number of the page. */
  readonly number: number;
  /** The rows of all pages, counted with the first one. */
  readonly total: number;
}

const TEXT = /^(?<position>.{1,80})\|(?<number>\d{1,15})\|(?<total>\d{1,15})$/;

export function encodeCursor(position: string, number: number, total: number): string {
  return Buffer.from(`${position}|${number}|${total}`).toString('base64url');
}

/** Refuses a cursor that the list has not made. The groups of `position` are the values that the list is ordered by. */
export function decodeCursor(cursor: string, position: RegExp): Cursor {
  const parts = TEXT.exec(Buffer.from(cursor, 'base64url').toString())?.groups;
  const values = parts && position.exec(parts['position'] ?? '');
  if (!values) {
    throw invalid({ cursor: [`must be ${FIRST} for the first page, or the nextCursor of the page before`] });
  }
  return { after: values.slice(1), number: Number(parts['number']), total: Number(parts['total']) };
}

/** The position in a list ordered by a number. */
export const BY_NUMBER = /^(\d{1,18})$/;

/** The position in a list ordered by a time and an id: exact microseconds since 1970, which dates of JavaScript lack. */
export const TIME_AND_ID = /^(\d{1,16}) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const positionBy = (time: string): RawBuilder<string> =>
  sql<string>`(extract(epoch from ${sql.ref(time)}) * 1000000)::bigint || ' ' || ${sql.ref('id')}`;

/** The rows after a position in a list with the newest first. */
export function isAfter(time: string, [microseconds = '', id = '']: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${placeOf(time)} < ${placeAt(microseconds, id)}`;
}

/** The rows after a position in a list with the oldest first. */
export function isLater(time: string, [microseconds = '', id = '']: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`${placeOf(time)} > ${placeAt(microseconds, id)}`;
}

const placeOf = (time: string) => sql`(${sql.ref(time)}, ${sql.ref('id')})`;

const placeAt = (microseconds: string, id: string) =>
  sql`(timestamptz 'epoch' + ${microseconds}::float8 * interval '1 microsecond', ${id}::uuid)`;
