import type { ServerResponse } from 'node:http';
import { QuaestorError, Trading } from '@quaestor/sdk';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { answerJson, answerProblem, serve } from '../../../../sdk/src/testing/serve.ts';
import { newPage, setHidden } from '../../shared/connection/testing/page.ts';
import { followBook, type BookState } from './follow-book.ts';

beforeEach(() => {
  // Short pauses before the next connection.
  vi.spyOn(Math, 'random').mockReturnValue(0.02);
});

const bookOf = (price: string) => ({
  version: 1,
  bids: [{ price, quantity: '1', venue: 'aurora', timestamp: '2026-03-01T12:00:00Z', priceWithFee: price }],
  asks: [],
});
const snapshotOf = (price: string) => `event: snapshot\ndata: ${JSON.stringify(bookOf(price))}\n\n`;
const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });

/** What answers the streams, and what answers those who ask for the book of now. */
async function serveBooks(
  stream: (response: ServerResponse, count: number) => void,
  present: (response: ServerResponse) => void = () => {},
) {
  const streams: ServerResponse[] = [];
  const { url, received } = await serve((request, response) => {
    if (request.url.includes('/stream?')) stream(response, streams.push(response));
    else present(response);
  });
  return { url, streams, compared: () => received.length - streams.length };
}

const sayState = ({ book, error }: BookState): string =>
  error instanceof QuaestorError ? error.code : (book?.bids[0]?.price ?? 'nothing');

/** What is shown, one after the other. */
function show(url: string, { page = newPage(), drawMs = 1, silentMs = 600_000 } = {}): string[] {
  const shown: string[] = [];
  const pace = { drawMs, silentMs, firstWaitMs: 10, longestWaitMs: 20 };
  const books = new Trading({ url, retries: 0 }).book('BTC-USDT');
  const stop = followBook(books, { depth: 12 }, (state) => shown.push(sayState(state)), { page, ...pace });
  onTestFinished(stop);
  return shown;
}

it('a stream that cannot be begun is begun again', async () => {
  const { url } = await serveBooks((response, count) => {
    if (count === 1) answerProblem(response, 503, 'unavailable');
    else begin(response).write(snapshotOf('9'));
  });
  const shown = show(url);
  await expect.poll(() => shown.at(-1)).toBe('9');
  expect(shown).toEqual(['nothing', 'unavailable', '9']);
});

it('a pair that no venue lists is asked for again: the one that does may not have said so yet', async () => {
  const { url } = await serveBooks((response, count) => {
    if (count === 1) begin(response).end(snapshotOf('8'));
    else if (count === 2) answerProblem(response, 404, 'not_found');
    else begin(response).write(snapshotOf('9'));
  });
  const shown = show(url);
  await expect.poll(() => shown.at(-1)).toBe('9');
  expect(shown).toContain('not_found');
});

it('where the stream is refused, no book of before is shown, and it is not begun again', async () => {
  const drawMs = 200;
  const first = (response: ServerResponse) => begin(response).write(snapshotOf('9'));
  const { url, streams } = await serveBooks((response, count) => {
    if (count === 1) first(response);
    else answerProblem(response, 403, 'forbidden');
  });
  const shown = show(url, { drawMs });
  await expect.poll(() => shown.at(-1)).toBe('9');
  // It comes too soon after the last one to be drawn at once.
  streams[0]?.end(snapshotOf('8'));
  await expect.poll(() => shown.at(-1)).toBe('forbidden');
  // One that came later is drawn by now.
  const other = await serveBooks(first);
  const later = show(other.url, { drawMs });
  await expect.poll(() => later.at(-1)).toBe('9');
  other.streams[0]?.write(snapshotOf('8'));
  await expect.poll(() => later.at(-1)).toBe('8');
  expect(shown.at(-1)).toBe('forbidden');
  expect(streams).toHaveLength(2);
});

it('a stream that says nothing is replaced if the book is another one by now, and stays if it is not', async () => {
  let price = '8';
  const { url, streams, compared } = await serveBooks(
    (response) => begin(response).write(snapshotOf(price)),
    (response) => answerJson(response, 200, bookOf(price)),
  );
  const shown = show(url, { silentMs: 50 });
  await expect.poll(() => shown.at(-1)).toBe('8');
  price = '9';
  await expect.poll(() => shown.at(-1)).toBe('9');
  expect(shown.at(-2)).toBe('nothing');
  const [replaced, asked] = [streams.length, compared()];
  await expect.poll(compared).toBeGreaterThan(asked + 3);
  expect(streams).toHaveLength(replaced);
  expect(shown.at(-1)).toBe('9');
});

it('a book of which nobody says whether it still holds is not shown', async () => {
  let isAway = false;
  const { url } = await serveBooks(
    (response) => begin(response).write(snapshotOf('9')),
    (response) => {
      if (isAway) answerProblem(response, 503, 'unavailable');
      else answerJson(response, 200, bookOf('9'));
    },
  );
  const shown = show(url, { silentMs: 50 });
  await expect.poll(() => shown.at(-1)).toBe('9');
  isAway = true;
  await expect.poll(() => shown).toContain('unavailable');
  isAway = false;
  await expect.poll(() => shown.at(-1)).toBe('9');
});

it('a page that nobody sees has no stream, and shows no book of before when it is seen again', async () => {
  const page = newPage();
  const open = new Set<ServerResponse>();
  const { url, streams } = await serveBooks((response) => {
    open.add(response);
    response.on('close', () => open.delete(response));
    begin(response).flushHeaders();
  });
  const shown = show(url, { page });
  await expect.poll(() => streams.length).toBe(1);
  streams[0]?.write(snapshotOf('9'));
  await expect.poll(() => shown.at(-1)).toBe('9');
  setHidden(page, true);
  await expect.poll(() => open.size).toBe(0);
  setHidden(page, false);
  await expect.poll(() => streams.length).toBe(2);
  streams[1]?.write(snapshotOf('7'));
  await expect.poll(() => shown.at(-1)).toBe('7');
  expect(shown).toEqual(['nothing', '9', 'nothing', 'nothing', '7']);
});
