import type { ServerResponse } from 'node:http';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answerProblem, cut, serve } from '../testing/serve.ts';
import { Trading } from './index.ts';
import { readBooks, type Book } from './read-books.ts';

beforeEach(() => {
  // Short pauses before the next connection.
  vi.spyOn(Math, 'random').mockReturnValue(0.02);
});

const entry = (price: number) => ({
  price: String(price),
  quantity: '1',
  venue: 'aurora',
  timestamp: '',
  priceWithFee: '',
});

const bookOf = (version: number, prices: readonly number[]) => ({
  version,
  bids: prices.map(entry),
  asks: [],
});

/** What changes from one side to another. */
function changeOf(version: number, from: readonly number[], to: readonly number[]) {
  const removals = from.flatMap((price, place) => (to.includes(price) ? [] : [place]));
  const upserts = to.flatMap((price, at) => (from.includes(price) ? [] : [{ at, entry: entry(price) }]));
  return { version, bids: { removals, upserts }, asks: { removals: [], upserts: [] } };
}

const write = (event: string, data: unknown, id?: string) =>
  `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

async function take<T>(values: AsyncIterable<T>, count: number): Promise<T[]> {
  const taken: T[] = [];
  for await (const value of values) if (taken.push(value) === count) break;
  return taken;
}

describe('the books of a stream', () => {
  it('are whole after every change', async () => {
    const prices = fc.uniqueArray(fc.integer({ min: 1, max: 20 })).map((list) => list.sort((a, b) => b - a));
    await fc.assert(
      fc.asyncProperty(fc.array(prices, { minLength: 1 }), async (states) => {
        const events = async function* () {
          await Promise.resolve();
          for (const [index, state] of states.entries()) {
            const before = states[index - 1];
            yield before === undefined
              ? { id: undefined, event: 'snapshot', data: JSON.stringify(bookOf(1, state)) }
              : { id: undefined, event: 'change', data: JSON.stringify(changeOf(index + 1, before, state)) };
          }
        };
        const books: Book[] = [];
        for await (const book of readBooks(events())) books.push(book);
        expect(books.map(({ bids }) => bids.map(({ price }) => Number(price)))).toEqual(states);
      }),
    );
  });

  it('come from a new connection when one is cut or a change is missing', async () => {
    const { url, received } = await serve((_request, response) => {
      begin(response);
      if (received.length === 1) {
        response.write(write('snapshot', bookOf(5, [9])) + write('change', changeOf(6, [9], [9, 8])));
        setTimeout(() => cut(response), 50);
      } else if (received.length === 2) {
        response.write(write('snapshot', bookOf(1, [7])) + write('change', changeOf(3, [7], [6])));
      } else {
        response.write(write('snapshot', bookOf(1, [5])));
      }
    });
    const books = await take(new Trading({ url }).book('BTC-USDT').stream({ depth: 5 }), 4);
    expect(books.map(({ bids }) => bids.map(({ price }) => price))).toEqual([
      ['9'],
      ['9', '8'],
      ['7'],
      ['5'],
    ]);
    expect(received[0]).toMatchObject({
      url: '/trade/v1/market-data/order-book/BTC-USDT/aggregated/stream?depth=5',
      headers: { accept: 'text/event-stream' },
    });
  });
});

describe('a stream', () => {
  it('of events resumes after the last one received, wherever it is cut, without a loss or a repeat', async () => {
    const COUNT = 60;
    const all = Array.from({ length: COUNT }, (_, n) =>
      write('withdrawal.created', { type: 'withdrawal.created', data: { n } }, String(n + 1)),
    );
    let cuts = 0;
    const { url, received } = await serve(({ headers }, response) => {
      const after = Number(headers['last-event-id'] ?? 0);
      const rest = Buffer.from(`id: ${after}\n\n${all.slice(after).join('')}`);
      begin(response);
      cuts += 1;
      // At another byte each time.
      response.write(rest.subarray(0, 100 + cuts * 137), () => setTimeout(() => cut(response), 5));
    });
    const events = await take(new Trading({ url }).events.stream(), COUNT);
    expect(events.map(({ id }) => Number(id))).toEqual(Array.from({ length: COUNT }, (_, n) => n + 1));
    expect(received.length).toBeGreaterThan(3);
  });

  it('survives a server that is away for a while, and says where events were missed', async () => {
    const { url, received } = await serve((_request, response) => {
      if (received.length === 1) {
        begin(response).end('id: 7\n\n');
      } else if (received.length < 5) {
        answerProblem(response, 503, 'unavailable');
      } else {
        begin(response).write('event: gap\ndata: {}\nid: 9\n\n');
      }
    });
    expect(await take(new Trading({ url, retries: 0 }).events.stream(), 1)).toEqual([
      { type: 'gap', id: '9' },
    ]);
    expect(received.at(-1)?.headers['last-event-id']).toBe('7');
  });

  it('begins after the event that the caller names', async () => {
    const { url, received } = await serve((_request, response) => {
      begin(response).write(write('export.failed', { type: 'export.failed', data: {} }, '8'));
    });
    await take(new Trading({ url }).events.stream({ after: '7' }), 1);
    expect(received[0]?.headers['last-event-id']).toBe('7');
  });

  it.each([
    [403, 'forbidden'],
    [404, 'not_found'],
  ])('that is refused with %d throws', async (status, code) => {
    const { url } = await serve((_request, response) => answerProblem(response, status, code));
    await expect(take(new Trading({ url }).events.stream(), 1)).rejects.toMatchObject({ code });
  });

  it('that cannot be begun throws', async () => {
    const { url } = await serve((_request, response) => cut(response));
    await expect(take(new Trading({ url, retries: 1 }).events.stream(), 1)).rejects.toMatchObject({
      code: 'connection_failed',
    });
  });

  it('ends with its signal while nothing happens, and closes its connection when its reader leaves', async () => {
    let closed = 0;
    const { url, received } = await serve((_request, response) => {
      response.on('close', () => {
        closed += 1;
      });
      begin(response).write(write('export.failed', { type: 'export.failed', data: {} }, '1'));
    });
    const trading = new Trading({ url });
    await take(trading.events.stream(), 1);
    await expect.poll(() => closed).toBe(1);
    const controller = new AbortController();
    const reading = take(trading.events.stream({ signal: controller.signal }), 2);
    await expect.poll(() => received.length).toBe(2);
    setTimeout(() => controller.abort(new Error('enough')), 50);
    await expect(reading).rejects.toThrow('enough');
    await expect.poll(() => closed).toBe(2);
  });
});
