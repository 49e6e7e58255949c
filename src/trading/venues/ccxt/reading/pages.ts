import { list, type Json } from '../profile.ts';

const MAX_PAGES = 100;

interface Page {
  readonly rows: unknown;
  /** The parameters that ask for the page after this one, from its last row; undefined on the last page. */
  readonly next: (last: Json) => Json | undefined;
}

/** Throws where it is not a list. */
export function readList(value: unknown): readonly Json[] {
  const rows = list(value);
  if (!rows) throw new Error('The venue answered without the list that was asked for.');
  return rows;
}

/**
 * Every row of a list that comes in pages; one with fewer rows than a full page is the last. Throws where an answer is
 * not a list, and where the list is longer than we read.
 */
export async function readPages(
  fullPage: number,
  ask: (cursor: Json) => Promise<Page>,
): Promise<readonly Json[]> {
  const all: Json[] = [];
  let cursor: Json | undefined = {};
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer: Page = await ask(cursor);
    const rows = readList(answer.rows);
    all.push(...rows);
    cursor = rows.length >= fullPage ? answer.next(rows.at(-1) ?? {}) : undefined;
    if (!cursor) return all;
  }
  throw new Error(`The venue has more than ${MAX_PAGES} pages of what was asked for.`);
}
