import { beforeEach, describe, expect, it } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import type { AggregationRequest } from '../order-book/index.ts';
import type { BookLevel } from '../venues/index.ts';
import type { Market } from './market.ts';
import { ScriptedFeeds } from './testing/scripted-feeds.ts';
import { openMarket, placeOf } from './testing/scripted-market.ts';

/** Enough levels that the answer is too large for the cache. */
const DEEP = 1_000;
const levels = (from: number, step: 1 | -1): BookLevel[] =>
  Array.from({ length: DEEP }, (_, index) => [`${from + step * index}`, '1']);

let nowMs: number;
let open: ScriptedFeeds;
let closed: ScriptedFeeds;
let market: Market;

beforeEach(() => {
  nowMs = 0;
  [open, closed] = [new ScriptedFeeds(), new ScriptedFeeds()];
  const places = [
    placeOf(open),
    placeOf(closed, { venue: 'borealis', account: 'DESK', isOpenForTrading: false }),
  ];
  market = openMarket(places, () => nowMs);
});

const firm = (depth = 5) => market.answers.aggregated({ type: 'FIRM', depth });
const timeOf = (body: Buffer | string): unknown => /"timestamp":"[^"]*T([^"]*)Z"/.exec(String(body))?.[1];

describe('the tag of a book', () => {
  it.each([5, DEEP])('of %i levels stays while only a venue changes that does not show in it', (depth) => {
    open.snapshot(levels(5_000, -1), levels(6_000, 1));
    closed.snapshot([['1', '1']], []);
    const before = firm(depth);
    closed.change([['1', '2']], []);
    const after = firm(depth);
    expect([after.etag, after.body.equals(before.body)]).toEqual([before.etag, true]);
    open.change([['5000', '2']], []);
    expect(firm(depth).etag).not.toBe(before.etag);
    open.change([['5000', '3']], []);
    expect(firm(depth).body.includes('"quantity":"3"')).toBe(true);
  });
});

it('every request is answered for itself, whatever was asked before', () => {
  market.revise([placeOf(open, { makerFee: Decimal.parse('0.1'), takerFee: Decimal.parse('0.2') })]);
  open.snapshot(
    [
      ['10', '1'],
      ['8', '1'],
    ],
    [],
  );
  const bids = (request: AggregationRequest): unknown => {
    const book = JSON.parse(String(market.answers.aggregated(request).body)) as { bids: object[] };
    return book.bids;
  };
  const [best, next] = [
    { price: '10', quantity: '1' },
    { price: '8', quantity: '1' },
  ];
  for (let round = 0; round < 2; round++) {
    expect(bids({ type: 'FIRM' })).toMatchObject([{ ...best, priceWithFee: '10' }, next]);
    expect(bids({ type: 'FIRM', feeStrategy: 'MAKER' })).toMatchObject([
      { ...best, priceWithFee: '9' },
      next,
    ]);
    expect(bids({ type: 'FIRM', feeStrategy: 'TAKER' })).toMatchObject([
      { ...best, priceWithFee: '8' },
      next,
    ]);
    expect(bids({ type: 'FIRM', depth: 1 })).toMatchObject([best]);
    expect(bids({ type: 'VWAP' })).toMatchObject([best, { price: '9', quantity: '2' }]);
  }
});

describe('a book without entries', () => {
  it('has had none since the market began, where no venue has brought any', () => {
    nowMs = 5_000;
    closed.snapshot([['1', '1']], []);
    expect(timeOf(firm().body)).toBe('00:00:00.000');
  });

  it('keeps the time at which it lost the last one, and its tag, whatever happens elsewhere', () => {
    open.snapshot([['1', '1']], [['2', '1']]);
    closed.snapshot([['1', '1']], []);
    nowMs = 10;
    open.say({ type: 'disconnected', reason: 'gone' });
    const { etag } = firm();
    nowMs = 20;
    closed.change([['1', '2']], []);
    expect(timeOf(firm().body)).toBe('00:00:00.010');
    expect(firm().etag).toBe(etag);
  });

  it('of one venue keeps its time too', () => {
    open.snapshot([['1', '1']], []);
    nowMs = 10;
    open.change([['1', '0']], []);
    nowMs = 20;
    closed.snapshot([['1', '1']], []);
    const [first = '', second = ''] = market.answers.perVenue(50, undefined).split('},{"timestamp"');
    expect(first).toContain('"venue":"aurora"');
    expect(timeOf(first)).toBe('00:00:00.010');
    expect(second).toContain('"venue":"borealis"');
  });
});

const shown = (body: Buffer | string) => JSON.parse(String(body)) as object;

describe('a book that is polled', () => {
  const POLLED_AT = '1970-01-01T00:00:01.000Z';
  let polled: ScriptedFeeds;

  beforeEach(() => {
    polled = new ScriptedFeeds({ isPolled: true });
    market.revise([placeOf(open), placeOf(polled, { venue: 'polaris' })]);
    market.tick();
    open.snapshot([['9', '1']], [['12', '1']]);
    polled.snapshot([['10', '1']], []);
    nowMs = 3_500;
  });

  it('says so with its age, and one that is streamed does not', () => {
    const [streamed, fetched] = shown(market.answers.perVenue(5, undefined)) as [object, object];
    expect(fetched).toMatchObject({ venue: 'polaris', polledAt: POLLED_AT, ageMs: 2_500 });
    expect(Object.keys(streamed)).not.toContain('polledAt');
    expect(Object.keys(streamed)).not.toContain('ageMs');
  });

  it('is named in an aggregate where it shows, and only there', () => {
    expect(shown(firm().body)).toMatchObject({ polledVenues: [{ venue: 'polaris', polledAt: POLLED_AT }] });
    polled.snapshot([], []);
    expect(shown(firm().body)).not.toHaveProperty('polledVenues');
  });

  it('is named in the stream', async () => {
    const stream = market.broadcasts.join({ type: 'NATIVE' });
    const [first] = (await stream.take(1).toArray()) as [Buffer];
    expect(String(first)).toContain(`"polledVenues":[{"venue":"polaris","polledAt":"${POLLED_AT}"}]`);
  });
});
