import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import type { Market } from './market.ts';
import { Replay, readEvents } from './testing/replay.ts';
import { ScriptedFeeds } from './testing/scripted-feeds.ts';
import { openMarket, placeOf } from './testing/scripted-market.ts';

const LIFETIME_MS = 15 * 60_000;

let nowMs: number;
let feeds: ScriptedFeeds;
let market: Market;

beforeEach(() => {
  nowMs = 0;
  feeds = new ScriptedFeeds();
  market = openMarket([placeOf(feeds)], () => nowMs);
  feeds.snapshot([['100', '1']], [['101', '1']]);
});

/** A visible change, and the tick that sends it. */
function step(quantity: number): void {
  feeds.change([['100', `${quantity}`]], []);
  nowMs += 50;
  market.tick();
}

const join = (depth = 50) => {
  const stream = market.broadcasts.join({ type: 'FIRM', depth });
  onTestFinished(() => void stream.destroy());
  return stream;
};

describe('a broadcast', () => {
  it('gives all readers the very same bytes of a change', () => {
    const [first, second] = [join(), join()];
    first.read();
    second.read();
    step(2);
    const seen = first.read() as Buffer;
    expect(seen.toString()).toMatch(/^event: change\nid: 2\n/);
    expect(second.read()).toBe(seen);
  });

  it('says nothing of what does not show in the book', () => {
    const stream = join();
    stream.read();
    market.revise([placeOf(feeds, { makerFee: Decimal.parse('0.1') })]);
    market.tick();
    expect(stream.read()).toBeNull();
  });

  it('takes out a venue that is switched off, at once', () => {
    const replay = new Replay();
    const stream = join();
    market.revise([placeOf(feeds, { isOpenForTrading: false })]);
    market.tick();
    for (const event of readEvents(stream)) replay.apply(event);
    expect(replay.book).toMatchObject({ version: 2, bids: [], asks: [] });
  });

  it('of a book without entries says nothing of what happens at a venue that is closed', () => {
    market.revise([placeOf(feeds, { isOpenForTrading: false })]);
    const stream = join();
    expect(String(stream.read())).toContain('"timestamp":"1970-01-01T00:00:00.000Z"');
    step(2);
    expect(stream.read()).toBeNull();
  });

  it('sends a book that was filled and emptied again between two ticks with its new time', () => {
    market.revise([placeOf(feeds, { isOpenForTrading: false })]);
    const stream = join();
    stream.read();
    nowMs = 20;
    market.revise([placeOf(feeds)]);
    nowMs = 30;
    market.revise([placeOf(feeds, { isOpenForTrading: false })]);
    market.tick();
    const [change] = readEvents(stream);
    expect(change?.data).toMatchObject({ version: 2, timestamp: '1970-01-01T00:00:00.030Z' });
    expect(readEvents(join())[0]?.data).toMatchObject({ version: 2, timestamp: '1970-01-01T00:00:00.030Z' });
  });

  it('gives a reader that falls behind a snapshot instead of a queue', () => {
    const stream = join();
    const quick = new Replay();
    const other = join();
    stream.read(0);
    for (let round = 2; round < 800; round++) {
      step(round);
      for (const event of readEvents(other)) quick.apply(event);
    }
    expect(stream.readableLength).toBeLessThan(70_000);
    const slow = new Replay();
    const events = readEvents(stream);
    for (const event of events) slow.apply(event);
    expect(events.length).toBeLessThan(400);
    expect(events.filter(({ name }) => name === 'snapshot')).toHaveLength(2);
    expect(slow.book).toEqual(quick.book);
  });

  it('sends a comment when nothing has changed for a while', () => {
    const stream = join();
    stream.read();
    for (let round = 0; round < 15; round++) {
      feeds.beat();
      nowMs += 1_000;
      market.tick();
    }
    expect(String(stream.read())).toBe(': heartbeat\n\n');
  });

  it('lets go of a reader that takes nothing any more', async () => {
    const stream = join();
    stream.read(0);
    for (let round = 2; round < 800; round++) step(round);
    nowMs += 60_000;
    market.tick();
    await new Promise((resolve) => stream.once('close', resolve));
    expect(market.broadcasts.readerCount).toBe(0);
  });

  it('ends each stream after its lifetime, and nothing follows', async () => {
    const stream = join().on('data', () => {});
    let isOver = false;
    stream.once('end', () => (isOver = true));
    await new Promise(setImmediate);
    nowMs += LIFETIME_MS;
    feeds.beat();
    market.tick();
    step(2);
    await expect.poll(() => isOver).toBe(true);
    expect(stream.errored).toBeNull();
  });

  it('sends a book when its venue is no longer the only one, though no entry changed', () => {
    const others = new ScriptedFeeds();
    market.revise([placeOf(feeds), placeOf(others, { venue: 'borealis' })]);
    market.tick();
    const stream = join(1);
    expect(readEvents(stream)[0]?.data).toMatchObject({ venueAccount: 'MAIN' });
    others.snapshot([['99', '1']], []);
    market.tick();
    expect(readEvents(stream)[0]?.data).toMatchObject({
      version: 2,
      venueAccount: 'AGGREGATED',
      bids: { removals: [], upserts: [] },
    });
  });

  it('refuses more different streams of a symbol than it could serve, until one has no reader left', async () => {
    const [first] = Array.from({ length: 50 }, (_, index) => join(index + 1));
    expect(() => join(51)).toThrow('too many readers');
    join(50);
    first?.destroy();
    await expect.poll(() => market.broadcasts.readerCount).toBe(50);
    join(51);
  });

  it('refuses more readers of a symbol than it could serve', () => {
    for (let readers = 0; readers < 5_000; readers++) market.broadcasts.join({ type: 'FIRM' });
    expect(() => market.broadcasts.join({ type: 'FIRM' })).toThrow('too many readers');
  });
});
