import { List } from '../api/index.ts';

interface Position {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

interface CursorPage {
  readonly next_cursor: string | null;
}

const PAGE_SIZE = 1000;

/** A list whose pages name the next one: every row that exists when it is begun comes exactly once. */
export const byNextCursor = <Row, Page extends CursorPage, At extends Position>(
  page: (position: At | Position) => Promise<Page>,
  rowsOf: (page: Page) => readonly Row[],
): List<Row, Page, At> =>
  new List(page, async function* rows() {
    for (let cursor: string | null | undefined; cursor !== null;) {
      const read: Page = await page({ limit: PAGE_SIZE, ...(cursor !== undefined && { cursor }) });
      yield* rowsOf(read);
      cursor = read.next_cursor;
    }
  });
