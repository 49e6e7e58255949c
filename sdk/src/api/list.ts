/** Rows of a list: `for await (const row of list)` reads all of them, page by page as they are needed. */
export class List<Row, Page, Position> implements AsyncIterable<Row> {
  readonly #rows: () => AsyncGenerator<Row>;
  readonly #page: (position: Position) => Promise<Page>;

  constructor(page: (position: Position) => Promise<Page>, rows: () => AsyncGenerator<Row>) {
    this.#page = page;
    this.#rows = rows;
  }

  /** Gets one page: the first one, unless the call names another. */
  page(position: Position = {} as Position): Promise<Page> {
    return this.#page(position);
  }

  [Symbol.asyncIterator](): AsyncGenerator<Row> {
    return this.#rows();
  }

  /** Reads at most `limit` rows into an array. */
  async toArray({ limit }: { readonly limit: number }): Promise<Row[]> {
    const rows: Row[] = [];
    if (limit <= 0) return rows;
    for await (const row of this) {
      if (rows.push(row) >= limit) break;
    }
    return rows;
  }
}

/** The rows of a page while all rows are read. */
const PAGE_SIZE = 100;

/** Which page: by its number, or by the cursor that the page before it gave. */
export interface CursorPosition {
  readonly pageNumber?: number | undefined;
  readonly pageSize?: number | undefined;
  readonly cursor?: string | undefined;
}

interface CursorPage {
  readonly content: readonly unknown[];
  readonly nextCursor?: string | null;
}

/** A list that is read by cursors; its pages can also be read by their numbers. */
export type CursorList<Page extends CursorPage> = List<Page['content'][number], Page, CursorPosition>;

/** A list with cursors: every row that exists when it is begun comes exactly once. */
export function byCursor<Query extends { pageSize?: number | undefined }, Page extends CursorPage>(
  query: Query,
  get: (query: Query & CursorPosition) => Promise<Page>,
): CursorList<Page> {
  const page = (position: CursorPosition) => get({ ...query, ...position });
  return new List(page, async function* rows() {
    for (let cursor: string | null | undefined = '*'; typeof cursor === 'string';) {
      const { content, nextCursor }: Page = await page({ cursor, pageSize: query.pageSize ?? PAGE_SIZE });
      yield* content;
      cursor = nextCursor;
    }
  });
}

export type NumberPosition = Omit<CursorPosition, 'cursor'>;

interface NumberedPage {
  readonly content: readonly unknown[];
  readonly totalPages: number;
}

/** A list that is read by the numbers of its pages. */
export type NumberedList<Page extends NumberedPage> = List<Page['content'][number], Page, NumberPosition>;

/** A list with the newest first and page numbers: new rows push others to the next page, where they are left out. */
export function byNumber<Query extends { pageSize?: number | undefined }, Page extends NumberedPage>(
  query: Query,
  get: (query: Query & NumberPosition) => Promise<Page>,
  idOf: (row: Page['content'][number]) => string | number,
): NumberedList<Page> {
  const page = (position: NumberPosition) => get({ ...query, ...position });
  return new List(page, async function* rows() {
    const seen = new Set<string | number>();
    for (let pageNumber = 0, totalPages = 1; pageNumber < totalPages; pageNumber += 1) {
      const answer = await page({ pageNumber, pageSize: query.pageSize ?? PAGE_SIZE });
      totalPages = answer.totalPages;
      for (const row of answer.content) {
        const id = idOf(row);
        if (!seen.has(id)) yield row;
        seen.add(id);
      }
    }
  });
}

/** Which page: the one after the row with this key. */
export interface KeyPosition {
  readonly after?: string | undefined;
}

/** A list ordered by a key: the next page begins after the last row. */
export function byKey<Row>(
  page: (position: KeyPosition) => Promise<Row[]>,
  keyOf: (row: Row) => string,
): List<Row, Row[], KeyPosition> {
  return new List(page, async function* rows() {
    for (let after: string | undefined; ;) {
      const rows = await page({ after });
      const last = rows.at(-1);
      if (last === undefined) return;
      yield* rows;
      after = keyOf(last);
    }
  });
}
