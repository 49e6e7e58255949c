import { sql, type RawBuilder } from 'kysely';
import { canonicalJson, sha256, type Json } from '../../kernel/index.ts';

/** Where the next page of a list begins. Clients pass it on without reading it. */
export interface Cursor {
  /** The values of the last row that the list is ordered by. */
  readonly after: readonly string[];
  /** The number of the page. */
  readonly number: number;
  /** The rows of all pages, counted with the first one. */
  readonly total: number;
}

const TEXT =
  /^(?<content>(?<position>.{1,80})\|(?<number>\d{1,15})\|(?<total>\d{1,15}))\|(?<check>[\w-]{16})$/;

/** The name of a list and its filter: a cursor of one list says nothing about another. */
export type CursorOf = readonly [name: string, filter: Json];

export function encodeCursor(of: CursorOf, position: string, number: number, total: number): string {
  const content = `${position}|${number}|${total}`;
  return Buffer.from(`${content}|${checkOf(of, content)}`).toString('base64url');
}

/** Undefined if the list has not made the cursor. The groups of `position` are the values that the list is ordered by. */
export function decodeCursor(of: CursorOf, cursor: string, position: RegExp): Cursor | undefined {
  const parts = TEXT.exec(Buffer.from(cursor, 'base64url').toString())?.groups;
  const values = parts && position.exec(parts['position'] ?? '');
  if (!values || parts['check'] !== checkOf(of, parts['content'] ?? '')) return undefined;
  return { after: values.slice(1), number: Number(parts['number']), total: Number(parts['total']) };
}

const checkOf = (of: CursorOf, content: string): string =>
  sha256(canonicalJson([...of, content]))
    .toString('base64url')
    .slice(0, 16);

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
