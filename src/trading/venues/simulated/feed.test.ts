import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import type { FeedEvent } from '../port/index.ts';
import { openFeed } from './feed.ts';

const SYMBOL = 'BTC-USDT';
const update = { symbol: SYMBOL, bids: [['1.10', '2']], asks: [], at: 5 };

/** An exchange that says whatever a test wants it to. */
let server: WebSocketServer;
let url: string;
beforeEach(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  for (const client of server.clients) client.terminate();
  server.close();
});

async function open() {
  const events: FeedEvent[] = [];
  const connection = once(server, 'connection');
  const feed = openFeed(url, SYMBOL, (event) => events.push(event));
  const [socket] = (await connection) as [WebSocket];
  await expect.poll(() => events.length).toBe(1);
  return { events, feed, socket };
}

describe('a feed', () => {
  it('reports updates with the venue’s own strings, and only of its symbol', async () => {
    const { events, socket } = await open();
    socket.send(JSON.stringify({ type: 'snapshot', sequence: 7, ...update, symbol: 'ETH-BTC' }));
    socket.send(JSON.stringify({ type: 'snapshot', sequence: 7, ...update, checksum: 3 }));
    socket.send(JSON.stringify({ type: 'change', first: 8, last: 9, ...update, news: 'a later version' }));
    socket.send(JSON.stringify({ type: 'heartbeat', symbol: SYMBOL, sequence: 9 }));
    await expect.poll(() => events.length).toBe(4);
    const book = { bids: [['1.10', '2']], asks: [], at: new Date(5) };
    expect(events).toEqual([
      { type: 'connected' },
      { type: 'snapshot', sequence: 7, ...book, checksum: 3 },
      { type: 'change', first: 8, last: 9, ...book },
      { type: 'heartbeat', sequence: 9 },
    ]);
  });

  it.each([
    ['no JSON', '<html>'],
    ['an unknown type', JSON.stringify({ ...update, type: 'news', sequence: 1 })],
    [
      'a price that is a number',
      JSON.stringify({ ...update, type: 'snapshot', sequence: 1, bids: [[1, '2']] }),
    ],
    ['no sequence', JSON.stringify({ ...update, type: 'snapshot' })],
    ['an error', JSON.stringify({ type: 'error', code: 'closed', message: 'The market is closed.' })],
  ])('ends once and for all with %s, and says why', async (_what, message) => {
    const { events, socket } = await open();
    socket.send(message);
    socket.send(JSON.stringify({ type: 'snapshot', sequence: 7, ...update }));
    await once(socket, 'close');
    expect(events.slice(1)).toEqual([
      { type: 'disconnected', reason: expect.stringMatching(/\.$/) as string },
    ]);
  });

  it('that is closed leaves no connection behind, also one that had not come about', async () => {
    openFeed(url, SYMBOL, () => {}).close();
    const { feed } = await open();
    expect(server.clients.size).toBe(1);
    feed.close();
    await expect.poll(() => server.clients.size).toBe(0);
  });
});
