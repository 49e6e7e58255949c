import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BookLevel } from '../venues/index.ts';
import { startTestExchange, type TestExchange } from '../venues/testing/start.ts';
import { Follower } from './follow.ts';
import { ScriptedFeeds } from './testing/scripted-feeds.ts';
import { effort } from '../../testing/effort.ts';

const levelsOf = ({ book: { bids, asks } }: Follower): { bids: BookLevel[]; asks: BookLevel[] } => ({
  bids: bids.levels().map(({ price, quantity }) => [price, quantity]),
  asks: asks.levels().map(({ price, quantity }) => [price, quantity]),
});

describe('a follower', () => {
  let nowMs: number;
  let feeds: ScriptedFeeds;
  let changes: number;
  let faults: string[];
  let follower: Follower;

  beforeEach(() => {
    [nowMs, changes, faults] = [0, 0, []];
    feeds = new ScriptedFeeds();
    follower = new Follower({
      feeds,
      symbol: 'BTC-USDT',
      backOff: { backOffMs: 100, maxBackOffMs: 1_000 },
      nowMs: () => nowMs,
      onChange: () => (changes += 1),
      onFault: ({ reason }) => faults.push(reason),
    });
    follower.tick();
  });

  const tickUntil = (untilMs: number): void => {
    while (nowMs < untilMs) {
      nowMs += 50;
      follower.tick();
    }
  };

  it('is live from the first snapshot on, and reports each change once', () => {
    expect(follower.isLive).toBe(false);
    feeds.snapshot([['1', '2']], [['3', '4']]);
    feeds.change([['1', '5']], [], 2);
    feeds.beat();
    expect({ isLive: follower.isLive, changes }).toEqual({ isLive: true, changes: 2 });
    expect(levelsOf(follower)).toEqual({ bids: [['1', '5']], asks: [['3', '4']] });
    expect(feeds.refreshed).toBe(0);
  });

  it.each([
    ['a gap', 'gap', () => (feeds.lose(), feeds.change([], []))],
    ['a heartbeat beyond the last change', 'gap', () => (feeds.lose(), feeds.beat())],
    ['a bad checksum', 'checksum', () => feeds.change([['1', '5']], [], 3)],
    ['a crossed book', 'integrity', () => feeds.change([['9', '1']], [])],
    ['a lost connection', 'disconnect', () => feeds.say({ type: 'disconnected', reason: 'gone' })],
    ['silence', 'silence', () => tickUntil(3_100)],
  ])('stops being live at once after %s, and reconnects', (_what, reason, fail) => {
    feeds.snapshot([['1', '2']], [['3', '4']]);
    fail();
    expect({ isLive: follower.isLive, faults }).toEqual({ isLive: false, faults: [reason] });
    tickUntil(nowMs + 150);
    expect(feeds.opened).toBe(2);
    feeds.snapshot([['1', '7']], [['3', '4']]);
    expect({ isLive: follower.isLive, ...levelsOf(follower) }).toMatchObject({
      isLive: true,
      bids: [['1', '7']],
    });
  });

  it('waits twice as long after each connection that fails, up to a bound', () => {
    const openedAtMs: number[] = [];
    for (let failures = 1; failures <= 7; failures++) {
      feeds.say({ type: 'disconnected', reason: 'refused' });
      while (feeds.opened === failures) tickUntil(nowMs + 50);
      openedAtMs.push(nowMs);
    }
    expect(openedAtMs).toEqual([100, 300, 700, 1500, 2500, 3500, 4500]);
  });

  it('gives up a connection that never comes about', () => {
    tickUntil(3_100);
    expect(faults).toEqual(['silence']);
    expect(feeds.isOpen).toBe(false);
  });

  const thinOut = (): void => {
    const deep = Array.from({ length: 1_000 }, (_, index): BookLevel => [`${index + 1}`, '1']);
    feeds.snapshot(deep, []);
    const gone = deep.slice(0, 501).map(([price]): BookLevel => [price, '0']);
    feeds.change(gone, []);
  };

  it('asks for a fresh snapshot when a deep book has become thin, once', () => {
    thinOut();
    tickUntil(nowMs + 100);
    expect({ refreshed: feeds.refreshed, isLive: follower.isLive }).toEqual({ refreshed: 1, isLive: true });
  });

  it('does not ask the next connection for the snapshot that the last one owed', () => {
    thinOut();
    feeds.say({ type: 'disconnected', reason: 'gone' });
    tickUntil(nowMs + 150);
    feeds.snapshot([['1', '1']], []);
    tickUntil(nowMs + 150);
    expect({ opened: feeds.opened, refreshed: feeds.refreshed }).toEqual({ opened: 2, refreshed: 0 });
  });

  it('takes its own time for a venue’s that is none', () => {
    nowMs = 7;
    const at = new Date(Number.NaN);
    feeds.say({ type: 'snapshot', sequence: 1, bids: [['1', '2']], asks: [], at });
    expect(follower.book.bids.levels()).toEqual([{ price: '1', quantity: '2', timestampMs: 7 }]);
  });

  it('hears nothing more after it was closed', () => {
    feeds.snapshot([['1', '2']], []);
    follower.close();
    feeds.change([['1', '3']], []);
    expect(levelsOf(follower).bids).toEqual([['1', '2']]);
  });
});

describe('a follower of the simulated exchange', () => {
  const FAULTS = [
    'gap',
    'duplicate',
    'reorder',
    'badChecksum',
    'disconnect',
    'silence',
    'all of them',
  ] as const;
  const symbol = 'BTC-USDT';
  let exchange: TestExchange;
  beforeAll(async () => {
    exchange = await startTestExchange();
  });
  afterAll(() => exchange.stop());

  it.each(FAULTS.slice(effort(-2, 0)))(
    'arrives at the exchange’s true book in spite of %s',
    async (fault) => {
      const { control, venue } = exchange;
      if (!venue.books) throw new Error('The exchange has no books.');
      const follower = new Follower({
        feeds: { ...venue.books, ...(fault === 'silence' && { heartbeatEveryMs: 100 }) },
        symbol,
        backOff: { backOffMs: 1, maxBackOffMs: 20 },
        nowMs: Date.now,
        onChange: () => {},
        onFault: () => {},
      });
      const ticking = setInterval(() => follower.tick(), 5);
      const types = ['gap', 'duplicate', 'reorder', 'badChecksum', 'disconnect'] as const;
      const chosen = fault === 'all of them' ? types : [fault];
      await expect.poll(() => follower.isLive).toBe(true);
      for (const type of chosen) {
        await control.fault({
          operation: 'feed',
          fault: { type },
          ...(type === 'silence' ? { times: 1 } : { probability: 0.3 / chosen.length }),
        });
      }
      for (let round = 0; round < 40; round++) {
        await control.tick(1);
        await sleep(2);
      }
      await control.clearFaults();
      await control.tick(1);
      const truth = await control.book(symbol);
      await expect
        .poll(() => ({ isLive: follower.isLive, ...levelsOf(follower) }))
        .toEqual({ isLive: true, bids: truth.bids, asks: truth.asks });
      const { resyncs, duplicates } = follower.counters;
      expect(fault === 'duplicate' ? duplicates : resyncs).toBeGreaterThan(0);
      clearInterval(ticking);
      follower.close();
    },
  );
});
