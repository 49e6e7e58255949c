import { describe, expect, it } from 'vitest';
import { Decimal } from '../../../../kernel/index.ts';
import type { BookLevel } from '../../port/index.ts';
import { answerOf, patient, plain, present } from '../../testing/acceptance/calls.ts';
import { aTakingOrder, sought } from '../../testing/acceptance/requests.ts';
import { samplesWith } from '../../testing/acceptance/samples.ts';
import { readPages } from './pages.ts';
import { connectTo } from '../testing/connect.ts';
import { TRIED } from '../testing/tried.ts';
import { startLoopback } from '../testing/loopback.ts';

/** Exchanges with pages of 1000 trades; others have at most 100. */
const LONG_PAGES = new Set(['binance', 'gate']);

const levelsOf = (id: string): BookLevel[] =>
  Array.from({ length: LONG_PAGES.has(id) ? 1001 : 101 }, (_, index) => [
    Decimal.of(6_000_001n + BigInt(index), 2).toString(),
    '0.00010',
  ]);

describe.each(TRIED)('%s', (id, { dialect }) => {
  it('shows all trades of an order with more of them than fit on a page', async () => {
    const server = await startLoopback(dialect);
    const venue = connectTo(id, server.port);
    const orders = present(venue.orders);
    const asks = levelsOf(id);
    server.core.arrange([], asks);
    const order = aTakingOrder(samplesWith({ bids: [], asks }));
    await answerOf(orders.place(order, patient()));
    const trades = await answerOf(orders.trades(sought(order), patient()));
    const prices = trades.map(({ price }) => plain(price));
    expect(prices.toSorted()).toEqual(asks.map(([price]) => plain(price)).toSorted());
    await venue.close();
    await server.goOffline();
  });
});

describe('a list in pages', () => {
  it('ends with a page that is not full, and asks for each page by the last row of the one before', async () => {
    const asked: unknown[] = [];
    const rows = await readPages(2, async (cursor) => {
      asked.push(cursor);
      return { rows: asked.length === 2 ? [{ id: 3 }] : [{ id: 1 }, { id: 2 }], next: ({ id }) => ({ id }) };
    });
    expect(rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
    expect(asked).toEqual([{}, { id: 2 }]);
  });

  it('that never ends is given up, and so is an answer without a list', async () => {
    const endless = readPages(1, async () => ({ rows: [{ id: 1 }], next: () => ({ page: 1 }) }));
    await expect(endless).rejects.toThrow('more than 100 pages');
    const other = readPages(1, async () => ({ rows: undefined, next: () => undefined }));
    await expect(other).rejects.toThrow('without the list');
  });
});
