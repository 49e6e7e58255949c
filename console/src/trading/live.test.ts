import type { ServerResponse } from 'node:http';
import { Trading } from '@quaestor/sdk';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished } from 'vitest';
import { answerProblem, serve } from '../../../sdk/src/testing/serve.ts';
import { newPage, setHidden } from '../shared/connection/testing/page.ts';
import { followEvents, type Locks } from './live.ts';

const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
const eventOf = (type: string, id: number) =>
  `id: ${id}\nevent: ${type}\ndata: ${type === 'gap' ? '{}' : JSON.stringify({ type, data: {} })}\n\n`;

/** One lock, which is given in turn. */
function newLocks(): Locks {
  let held: Promise<unknown> = Promise.resolve();
  return {
    request(_name, { signal }, hold) {
      const own = held.then(() => {
        signal.throwIfAborted();
        return hold();
      });
      held = own.catch(() => {});
      return own;
    },
  };
}

/** A screen that shows these nouns, and how often each was read. */
function show(
  url: string,
  nouns: readonly string[],
  { read = async () => {}, page = newPage(), locks = newLocks() } = {},
) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const reads = new Map(nouns.map((noun) => [noun, 0]));
  for (const noun of nouns) {
    const observer = new QueryObserver(client, {
      queryKey: [noun, 'list'],
      queryFn: async () => {
        reads.set(noun, (reads.get(noun) ?? 0) + 1);
        await read();
        return 'read';
      },
    });
    onTestFinished(observer.subscribe(() => {}));
  }
  const start = () =>
    onTestFinished(followEvents(client, new Trading({ url, retries: 0 }).events, page, locks));
  onTestFinished(() => client.clear());
  return { client, reads, start, of: (noun: string) => reads.get(noun) };
}

it('events that come together make a screen read once, and after missed ones everything is read', async () => {
  const streams: ServerResponse[] = [];
  const { url } = await serve((_request, response) => {
    streams.push(begin(response));
    response.flushHeaders();
  });
  const { start, of } = show(url, ['withdrawals', 'conversions', 'exports', 'balances']);
  await expect.poll(() => of('balances')).toBe(1);
  start();
  await expect.poll(() => streams.length).toBe(1);
  const burst = Array.from({ length: 50 }, (_, n) => eventOf('withdrawal.completed', n));
  streams[0]?.write(burst.join('') + eventOf('export.completed', 50));
  await expect.poll(() => of('exports')).toBe(2);
  streams[0]?.write(eventOf('gap', 51));
  await expect.poll(() => of('exports')).toBe(3);
  expect(of('conversions')).toBe(2);
  // The first of the burst, the rest of it, and the gap.
  expect(of('withdrawals')).toBeLessThanOrEqual(4);
  // Balances come from the venues: they have a pace of their own.
  expect(of('balances')).toBe(1);
});

it('an answer on its way is not cut off by an event, and is read again after it', async () => {
  const streams: ServerResponse[] = [];
  const { url } = await serve((_request, response) => {
    streams.push(begin(response));
    response.flushHeaders();
  });
  const answers: (() => void)[] = [];
  const { client, start, of } = show(url, ['withdrawals'], {
    read: () => new Promise((done) => answers.push(done)),
  });
  start();
  await expect.poll(() => streams.length).toBe(1);
  answers[0]?.();
  await expect.poll(() => client.getQueryData(['withdrawals', 'list'])).toBe('read');
  streams[0]?.write(eventOf('withdrawal.completed', 1));
  await expect.poll(() => of('withdrawals')).toBe(2);
  streams[0]?.write(eventOf('withdrawal.completed', 2));
  await expect
    .poll(() => client.getQueryCache().find({ queryKey: ['withdrawals', 'list'] })?.state.isInvalidated)
    .toBe(true);
  expect(of('withdrawals')).toBe(2);
  answers[1]?.();
  await expect.poll(() => of('withdrawals')).toBe(3);
});

it('a stream that cannot be begun is begun later, and what happened meanwhile is read', async () => {
  const { url, received } = await serve((_request, response) => {
    if (received.length === 1) answerProblem(response, 503, 'unavailable');
    else begin(response).write(eventOf('export.completed', 1));
  });
  const { start, of } = show(url, ['exports', 'withdrawals']);
  await expect.poll(() => of('withdrawals')).toBe(1);
  start();
  await expect.poll(() => of('withdrawals')).toBe(2);
  await expect.poll(() => received.length).toBe(2);
});

it('a stream that is refused for a while goes on after the last event', async () => {
  const { url, received } = await serve((_request, response) => {
    if (received.length === 1) begin(response).end(eventOf('export.completed', 7));
    else if (received.length === 2) answerProblem(response, 500, 'internal');
    else begin(response).write(eventOf('withdrawal.completed', 8));
  });
  const { start, of } = show(url, ['exports', 'withdrawals']);
  await expect.poll(() => of('withdrawals')).toBe(1);
  start();
  await expect.poll(() => of('withdrawals')).toBe(2);
  expect(received.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '7', '7']);
  expect(of('exports')).toBe(2);
});

/** Streams of events, and those of them that are open. */
async function serveStreams() {
  const open = new Set<ServerResponse>();
  const { url, received } = await serve((_request, response) => {
    open.add(begin(response));
    response.flushHeaders();
    response.on('close', () => open.delete(response));
  });
  return { url, received, open };
}

it('of the tabs that nobody sees one follows, and each goes on after its last event when it is shown', async () => {
  const { url, received, open } = await serveStreams();
  const locks = newLocks();
  const pages = [newPage(), newPage(), newPage()];
  const tabs = pages.map((page) => show(url, ['exports'], { page, locks }));
  for (const tab of tabs) tab.start();
  await expect.poll(() => open.size).toBe(3);
  for (const stream of open) stream.write(eventOf('export.completed', 3));
  await expect.poll(() => tabs.map(({ of }) => of('exports'))).toEqual([2, 2, 2]);
  for (const page of pages) setHidden(page, true);
  await expect.poll(() => received.length).toBe(4);
  await expect.poll(() => open.size).toBe(1);
  for (const stream of open) stream.write(eventOf('export.completed', 4));
  await expect.poll(() => tabs[0]?.of('exports')).toBe(3);
  for (const page of pages) setHidden(page, false);
  await expect.poll(() => received.length).toBe(7);
  await expect.poll(() => open.size).toBe(3);
  const afters = received.slice(3).map(({ headers }) => headers['last-event-id']);
  expect(afters.toSorted((a, b) => Number(a) - Number(b))).toEqual(['3', '3', '3', '4']);
});

it('what happened before a tab is seen for the first time is read when it is', async () => {
  const { url, open } = await serveStreams();
  const locks = newLocks();
  show(url, [], { page: newPage(true), locks }).start();
  await expect.poll(() => open.size).toBe(1);
  const page = newPage(true);
  const { start, of } = show(url, ['exports'], { page, locks });
  await expect.poll(() => of('exports')).toBe(1);
  start();
  setHidden(page, false);
  await expect.poll(() => of('exports')).toBe(2);
});

it.each([
  // The account is read again, which leads to the sign-in.
  [401, 'unauthorized', 2],
  [403, 'forbidden', 1],
])('a stream that is refused with %d is not asked for again', async (status, code, accounts) => {
  const { url, received } = await serve((_request, response) => answerProblem(response, status, code));
  const { start, of } = show(url, ['account', 'exports']);
  await expect.poll(() => of('exports')).toBe(1);
  start();
  await expect.poll(() => received.length).toBe(1);
  // One that is not refused was asked for again by now.
  const away = await serve((_request, response) => answerProblem(response, 503, 'unavailable'));
  show(away.url, []).start();
  await expect.poll(() => away.received.length).toBe(2);
  expect(received).toHaveLength(1);
  expect(of('account')).toBe(accounts);
});
