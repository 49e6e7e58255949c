import type { AddressInfo } from 'node:net';
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Actor } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { openFixture } from '../../platform/webhooks/testing/fixture.ts';
import { conversionEvents } from '../conversions/index.ts';
import { withdrawalEvents } from '../withdrawals/index.ts';
import { EventFeed, eventEndpoints } from './index.ts';
import { Reader } from './reader.ts';

const { database, sql, tell, deliver } = await openFixture();
let nowMs = Date.now();
const feed = new EventFeed({ db: database.db, clock: { now: () => new Date(nowMs) } });
const endings = new Set<() => void>();
const app = frame(eventEndpoints(feed, [...withdrawalEvents, ...conversionEvents]), {
  db: database.db,
  authenticate: (authorization = ''): Actor => {
    const [scopes = '', tenant = 'acme'] = authorization.replace('Bearer ', '').split('@');
    return { kind: 'client', id: 'reader', tenant, scopes: new Set(scopes.split(' ')) };
  },
  onTokenEnd: (_actor, onEnd) => {
    endings.add(onEnd);
    return () => endings.delete(onEnd);
  },
});
await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(async () => {
  feed.close();
  await app.close();
});

beforeEach(async () => {
  await sql`truncate webhook_destination, webhook_event, webhook_delivery, outbox, event_feed`;
});

const BOTH = 'venue-transfer:view conversions:view';
const CREATED = 'withdrawal.created';
const url = () => `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/trade/v1/events/stream`;

interface Received {
  readonly id?: string;
  readonly event?: string;
  readonly data?: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: { readonly n: number };
  };
}

function parse(block: string): Received {
  const fields = block.split('\n').map((line) => line.split(/: (.*)/s));
  return Object.fromEntries(
    fields.map(([name, value = '']) => [name, name === 'data' ? (JSON.parse(value) as unknown) : value]),
  ) as Received;
}

/** Connects, and reads until asked to stop. */
async function connect(scopes = BOTH, lastEventId?: string) {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const response = await fetch(url(), {
    signal: stop.signal,
    headers: {
      authorization: `Bearer ${scopes}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  });
  const received: Received[] = [];
  const ended = (async () => {
    let rest = '';
    for await (const chunk of response.body ?? []) {
      const blocks = (rest + Buffer.from(chunk as Uint8Array).toString()).split('\n\n');
      rest = blocks.pop() ?? '';
      received.push(...blocks.filter((block) => !block.startsWith(':')).map(parse));
    }
  })().catch(() => {});
  const numbers = () => received.flatMap(({ data }) => data?.data.n ?? []);
  const lastId = () => received.findLast(({ id }) => id !== undefined)?.id;
  return { response, received, ended, numbers, lastId, stop: () => stop.abort() };
}

describe('the stream of events', () => {
  it('sends what happens to the tenant, in order, as the body of its webhook', async () => {
    const reader = await connect();
    expect(reader.response.headers.get('content-type')).toBe('text/event-stream');
    deliver();
    await tell('w', 3, 1, 'acme', CREATED);
    await tell('w', 1, 9, 'other', CREATED);
    await tell('w', 1, 4, 'acme', 'withdrawal.state-changed');
    await expect.poll(reader.numbers).toEqual([1, 2, 3, 4]);
    const last = reader.received.at(-1);
    expect(last).toEqual({
      id: expect.stringMatching(/^\d+$/) as string,
      event: 'withdrawal.state-changed',
      data: {
        type: 'withdrawal.state-changed',
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string,
        data: { n: 4, resource: 'w' },
      },
    });
    reader.stop();
    await expect.poll(() => feed.readerCount).toBe(0);
  });

  it('leaves out what the caller has no scope to read', async () => {
    const reader = await connect('conversions:view');
    deliver();
    await tell('w', 2, 1, 'acme', CREATED);
    await tell('c', 1, 3, 'acme', 'conversion.created');
    await expect.poll(reader.numbers).toEqual([3]);
    reader.stop();
  });

  it('begins with the next event, and resumes after the last one received, without a loss or a repeat', async () => {
    deliver();
    await tell('w', 5, 1, 'acme', CREATED);
    await expect.poll(() => sql`select count(*)::int as n from event_feed`).toEqual([{ n: 5 }]);
    const seen: number[] = [];
    let from: string | undefined;
    for (let round = 0; round < 4; round++) {
      const reader = await connect(BOTH, from);
      await expect.poll(reader.lastId).toBeDefined();
      await tell('w', 10, 6 + round * 10, 'acme', CREATED);
      await expect.poll(() => reader.numbers().length).toBeGreaterThan(round);
      reader.stop();
      await reader.ended;
      seen.push(...reader.numbers());
      from = reader.lastId();
    }
    const reader = await connect(BOTH, from);
    await expect.poll(() => [...seen, ...reader.numbers()].length).toBe(40);
    expect([...seen, ...reader.numbers()]).toEqual(Array.from({ length: 40 }, (_, index) => index + 6));
    reader.stop();
  });

  it('says so where it cannot resume, and goes on with the next event', async () => {
    deliver();
    await tell('w', 3, 1, 'acme', CREATED);
    await expect.poll(() => sql`select count(*)::int as n from event_feed`).toEqual([{ n: 3 }]);
    const [{ newest } = { newest: 0 }] = await sql<
      { newest: number }[]
    >`select max(seq)::int as newest from event_feed`;
    await sql`delete from event_feed where seq < ${newest}`;
    for (const lost of [newest - 2, newest + 999]) {
      const reader = await connect(BOTH, String(lost));
      await expect.poll(() => reader.received).toEqual([{ event: 'gap', data: {}, id: String(newest) }]);
      reader.stop();
    }
    const whole = await connect(BOTH, String(newest - 1));
    await expect.poll(whole.numbers).toEqual([3]);
    whole.stop();
  });

  it('ends when the database fails, and asks it nothing more', async () => {
    let asked = 0;
    const db = database.db.withPlugin({
      transformQuery() {
        asked += 1;
        throw new Error('The database is away.');
      },
      transformResult: async ({ result }) => result,
    });
    const reader = new Reader({ db, tenant: 'acme', types: [CREATED], nowMs, start: 0n, end: 5n });
    const failed = new Promise((resolve) => void reader.once('error', resolve));
    reader.resume();
    expect(await failed).toMatchObject({ message: 'The database is away.' });
    reader.offer(6n);
    // Had it asked again, its failures would follow each other without a pause.
    await new Promise((resolve) => void setImmediate(resolve));
    expect(asked).toBe(1);
  });

  it('ends when its token ends', async () => {
    const reader = await connect();
    await expect.poll(() => endings.size).toBe(1);
    for (const end of endings) end();
    await reader.ended;
    await expect.poll(() => feed.readerCount).toBe(0);
  });

  it('keeps little for a reader that does not read, and cuts it after a minute', async () => {
    const reader = await feed.join({ tenant: 'acme', types: [CREATED], after: undefined });
    reader.read(0);
    const leader = deliver();
    await sql`insert into outbox (tenant, type, resource_kind, resource_id, payload, created_at)
      select 'acme', ${CREATED}, 'withdrawal', 'w', jsonb_build_object('text', repeat('x', 2000)), now()
      from generate_series(1, 2000)`;
    await expect.poll(() => sql`select count(*)::int as n from outbox`).toEqual([{ n: 0 }]);
    await expect.poll(() => reader.readableLength).toBeGreaterThan(65_536);
    expect(reader.readableLength).toBeLessThan(300_000);
    await leader.stop();
    nowMs += 61_000;
    await expect.poll(() => reader.destroyed).toBe(true);
    expect(feed.readerCount).toBe(0);
  });

  it.each([
    ['a Last-Event-ID that is none', BOTH, 'abc', 400],
    ['a caller without a scope to read any event', 'admin', undefined, 403],
  ])('refuses %s', async (_what, scopes, lastEventId, status) => {
    const { response, stop } = await connect(scopes, lastEventId);
    expect(response.status).toBe(status);
    stop();
  });
});
