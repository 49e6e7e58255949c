import { beforeEach, describe, expect, it } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import type { Market } from './market.ts';
import { ScriptedFeeds } from './testing/scripted-feeds.ts';
import { openMarket, placeOf } from './testing/scripted-market.ts';

let nowMs: number;
let feeds: ScriptedFeeds;
let retired: string[];
let market: Market;

beforeEach(() => {
  nowMs = 0;
  feeds = new ScriptedFeeds();
  retired = [];
  market = openMarket(
    [placeOf(feeds)],
    () => nowMs,
    (venue) => retired.push(venue),
  );
});

describe('a market', () => {
  it('leaves a venue that no longer lists the symbol, and hands over its counters', () => {
    feeds.snapshot([['1', '1']], []);
    market.revise([]);
    expect({ isOpen: feeds.isOpen, listings: market.listings, retired }).toEqual({
      isOpen: false,
      listings: [],
      retired: ['aurora'],
    });
  });

  it('leaves all venues when it is closed', () => {
    feeds.snapshot([['1', '1']], []);
    market.close();
    expect({ isOpen: feeds.isOpen, retired }).toEqual({ isOpen: false, retired: ['aurora'] });
  });

  it('takes over new terms without reconnecting', () => {
    feeds.snapshot([['1', '1']], []);
    const { version } = market;
    const terms = {
      account: 'DESK',
      tickSize: Decimal.parse('2'),
      makerFee: Decimal.parse('0.1'),
      takerFee: Decimal.parse('0.2'),
      isOpenForTrading: false,
    };
    const names = Object.keys(terms) as (keyof typeof terms)[];
    for (const [index, name] of names.entries()) {
      const changed = Object.fromEntries(names.slice(0, index + 1).map((key) => [key, terms[key]]));
      market.revise([placeOf(feeds, changed)]);
      expect(market.listings).toMatchObject([{ [name]: terms[name], isLive: true }]);
    }
    expect({ opened: feeds.opened, version: market.version }).toEqual({
      opened: 1,
      version: version + names.length,
    });
  });

  it('reconnects to a venue that has been replaced', () => {
    feeds.snapshot([['1', '1']], []);
    const others = new ScriptedFeeds();
    market.revise([placeOf(others)]);
    market.tick();
    expect([feeds.isOpen, others.isOpen, market.listings[0]?.isLive]).toEqual([false, true, false]);
  });

  it('is ready when each venue has brought its book or has failed', () => {
    const others = new ScriptedFeeds();
    market.revise([placeOf(feeds), placeOf(others, { venue: 'borealis' })]);
    market.tick();
    feeds.snapshot([['1', '1']], []);
    expect(market.isReady).toBe(false);
    others.say({ type: 'disconnected', reason: 'refused' });
    expect(market.isReady).toBe(true);
  });

  it('is ready without a book when that has been waited for long enough', async () => {
    const ready = market.whenReady();
    nowMs = 999;
    market.tick();
    expect(market.isReady).toBe(false);
    nowMs = 1_000;
    market.tick();
    await ready;
    expect(market.isReady).toBe(true);
  });
});
