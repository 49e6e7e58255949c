import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../kernel/index.ts';
import type { BookFeed, FeedEvent, Venue } from '../../port/index.ts';
import type { ExchangeAccess } from '../../settings.ts';
import { connectCcxt } from '../connect.ts';
import { PROFILES } from '../profiles.ts';
import { accessTo, keysOf } from '../testing/connect.ts';
import { startLoopback } from '../testing/loopback.ts';
import { startProxy } from '../testing/proxy.ts';
import { dialect as okx } from '../exchanges/okx/testing/server.ts';

const CALL = { deadline: new Date(Date.now() + 60_000) };

const venueWith = (access: ExchangeAccess): Venue =>
  connectCcxt({
    code: 'okx',
    exchange: 'okx',
    account: 'MAIN',
    clock: systemClock,
    ...keysOf('okx'),
    ...access,
  });

async function firstSnapshot({ books }: Venue): Promise<FeedEvent> {
  let feed: BookFeed | undefined;
  const event = await new Promise<FeedEvent>((resolve) => {
    feed = books?.open('BTC-USDT', (event) => event.type === 'connected' || resolve(event));
  });
  feed?.close();
  return event;
}

describe('a venue behind a proxy', () => {
  let server: Awaited<ReturnType<typeof startLoopback>>;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  beforeAll(async () => {
    [server, proxy] = await Promise.all([startLoopback(okx), startProxy()]);
  });
  afterAll(() => Promise.all([server.goOffline(), proxy.stop()]));

  it('is called and streamed through it only', async () => {
    const venue = venueWith({ ...accessTo(server.port), proxy: proxy.url() });
    expect(await venue.balances?.(CALL)).toMatchObject({ kind: 'answered' });
    const rest = proxy.tunnels.length;
    expect(rest).toBeGreaterThan(0);
    expect(await firstSnapshot(venue)).toMatchObject({ type: 'snapshot' });
    expect(proxy.tunnels.length).toBeGreaterThan(rest);
    expect(new Set(proxy.tunnels)).toEqual(new Set([`127.0.0.1:${server.port}`]));
    await venue.close();
  });

  it('that refuses us does not answer, and the reason holds no password', async () => {
    const venue = venueWith({ ...accessTo(server.port), proxy: proxy.url('guess') });
    const outcome = await venue.balances?.(CALL);
    expect(outcome).not.toMatchObject({ kind: 'answered' });
    expect(JSON.stringify(outcome)).not.toContain('guess');
    const event = await firstSnapshot(venue);
    expect(event).toMatchObject({ type: 'disconnected' });
    expect(JSON.stringify(event)).not.toContain('guess');
    await venue.close();
  });
});

describe('a venue in the sandbox', () => {
  it('gets its requests at other hosts than the exchange itself', async () => {
    const hosts = new Set<string>();
    const server = await startLoopback({
      ...okx,
      answer(core, request) {
        hosts.add(String(request.headers['x-simulated-trading']));
        return okx.answer(core, request);
      },
    });
    const venue = venueWith({ ...accessTo(server.port), sandbox: true });
    await venue.balances?.(CALL);
    // What tells the sandbox of OKX from the exchange is a header.
    expect([...hosts]).toEqual(['1']);
    expect(await firstSnapshot(venue)).toMatchObject({ type: 'snapshot' });
    await venue.close();
    await server.goOffline();
  });

  it.each(Object.entries(PROFILES))(
    '%s streams from another host there, or has none',
    async (_id, { books }) => {
      const market = { id: 'BTCUSDT', symbol: 'BTC/USDT', info: { wsname: 'XBT/USDT' } };
      if (!books.sandboxUrl) return;
      const live = await books.url(market, undefined as never);
      expect(new URL(books.sandboxUrl(market)).host).not.toBe(new URL(live).host);
    },
  );
});
