import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { byCursor, byKey, byNumber } from './list.ts';

async function collect<Row>(list: AsyncIterable<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of list) rows.push(row);
  return rows;
}

/** Rows with the newest first, of which some are added while pages are read. */
class Rows {
  readonly ids: number[];
  readonly #arrivals: number[];

  constructor(count: number, arrivals: readonly number[]) {
    this.ids = Array.from({ length: count }, (_, index) => count - index);
    this.#arrivals = [...arrivals];
  }

  /** What is there now; then others arrive. */
  read(): number[] {
    const now = [...this.ids];
    const arriving = this.#arrivals.shift() ?? 0;
    for (let n = 0; n < arriving; n += 1) this.ids.unshift(this.ids.length + 1);
    return now;
  }
}

const scenario = [
  fc.nat(60),
  fc.array(fc.nat(15), { maxLength: 20 }),
  fc.integer({ min: 1, max: 12 }),
] as const;

const before = (count: number) => Array.from({ length: count }, (_, index) => count - index);

describe('a list', () => {
  it('with cursors yields every row once that was there at the beginning, while others arrive', async () => {
    await fc.assert(
      fc.asyncProperty(...scenario, async (count, arrivals, pageSize) => {
        const rows = new Rows(count, arrivals);
        const list = byCursor({ pageSize }, ({ cursor = '*', pageSize }) => {
          const left = rows.read().filter((id) => cursor === '*' || id < Number(cursor));
          const content = left.slice(0, pageSize);
          const nextCursor = left.length > pageSize ? String(content.at(-1)) : null;
          return Promise.resolve({ content, nextCursor });
        });
        expect(await collect(list)).toEqual(before(count));
      }),
    );
  });

  it('with page numbers yields every row once that was there at the beginning, while others arrive', async () => {
    await fc.assert(
      fc.asyncProperty(...scenario, async (count, arrivals, pageSize) => {
        const rows = new Rows(count, arrivals);
        const list = byNumber(
          { pageSize },
          ({ pageNumber = 0, pageSize }) => {
            const all = rows.read();
            const content = all.slice(pageNumber * pageSize, (pageNumber + 1) * pageSize);
            return Promise.resolve({ content, totalPages: Math.ceil(all.length / pageSize) });
          },
          (id) => id,
        );
        const read = await collect(list);
        expect(read.filter((id) => id <= count)).toEqual(before(count));
        expect(new Set(read).size).toBe(read.length);
      }),
    );
  });

  it('by a key yields every row once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.string({ minLength: 1 })),
        fc.integer({ min: 1, max: 5 }),
        async (keys, size) => {
          const sorted = keys.sort((a, b) => (a < b ? -1 : 1));
          const list = byKey(
            ({ after = '' }) => Promise.resolve(sorted.filter((key) => key > after).slice(0, size)),
            (key) => key,
          );
          expect(await collect(list)).toEqual(sorted);
        },
      ),
    );
  });

  it('gives one page for those who show pages, with the filter of the list', async () => {
    const queries: object[] = [];
    const list = byCursor({ status: 'PENDING', pageSize: 20 }, (query) => {
      queries.push(query);
      return Promise.resolve({ content: [1, 2], nextCursor: 'next' });
    });
    await list.page();
    await list.page({ pageNumber: 3, pageSize: 50 });
    await list.page({ cursor: 'next' });
    expect(queries).toEqual([
      { status: 'PENDING', pageSize: 20 },
      { status: 'PENDING', pageNumber: 3, pageSize: 50 },
      { status: 'PENDING', pageSize: 20, cursor: 'next' },
    ]);
  });

  it('reads no page that is not needed', async () => {
    let pages = 0;
    const list = byCursor({}, () => {
      pages += 1;
      return Promise.resolve({ content: [pages, -pages], nextCursor: 'next' });
    });
    expect(await list.toArray({ limit: 3 })).toEqual([1, -1, 2]);
    expect(await list.toArray({ limit: 0 })).toEqual([]);
    expect(pages).toBe(2);
  });
});
