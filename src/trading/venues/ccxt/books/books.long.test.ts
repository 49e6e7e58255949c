import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Book, Sequencer } from '../../../order-book/index.ts';
import type { BookLevel, FeedEvent } from '../../port/index.ts';
import { Joiner } from './join.ts';
import type { BookProtocol } from './protocol.ts';
import { PROFILES } from '../profiles.ts';
import { Core } from '../testing/core.ts';
import { IMITATIONS } from '../testing/imitations.ts';
import { textOf, type Dialect } from '../testing/loopback.ts';

const STREAMS = Object.entries(PROFILES).flatMap(([id, { books }]) => {
  const imitation = IMITATIONS[id];
  return imitation ? [[id, imitation.dialect, books] as const] : [];
});
const MARKET = { id: 'BTCUSDT', symbol: 'BTC/USDT', info: { wsname: 'XBT/USDT' } };
/** More than any run has. */
const ALL = 1000;

interface Turn {
  readonly isBid: boolean;
  readonly step: number;
  readonly quantity: string;
  readonly delivery: 'arrives' | 'is lost' | 'comes twice' | 'comes late';
}

const turns = (delivery: Turn['delivery'][]) =>
  array(
    record({
      isBid: boolean(),
      step: integer({ min: 0, max: 6 }),
      quantity: constantFrom('0', '0.10000000', '2.50000000', '0.00000001', '13'),
      delivery: constantFrom(...delivery),
    }),
    { minLength: 1, maxLength: 30 },
  );

/** A book that is followed over a stream that does what the turns say. */
function follow(dialect: Dialect, protocol: BookProtocol, before: readonly Turn[], after: readonly Turn[]) {
  let newest = '';
  const core = new Core(dialect, (change) => (newest = textOf(dialect.tell(core, change))));
  const sequencer = new Sequencer(new Book(ALL), {
    bufferedLevels: 10_000,
    silenceMs: 1_000_000,
    backOffMs: 1,
    maxBackOffMs: 1,
  });
  const joiner = new Joiner(
    () => new Date(0),
    (event) => hear(event),
  );
  const read = protocol.reader();
  const deliver = (text: string): void => {
    for (const message of read(text)) joiner.take(message);
  };

  function hear(event: FeedEvent): void {
    if (event.type !== 'snapshot' && event.type !== 'change') return;
    const { bids, asks, checksum } = event;
    const seq = event.type === 'snapshot' ? event.sequence : event.last;
    const book = { bids, asks, timestampMs: 1 };
    if (event.type === 'snapshot') sequencer.handle({ type: 'snapshot', seq, ...book }, 1);
    else sequencer.handle({ type: 'change', prevSeq: event.first - 1, lastSeq: seq, ...book }, 1);
    const { checksum: formula } = protocol;
    if (checksum === undefined || !formula) return;
    const matches = (own: Book): boolean =>
      formula.of(pairs(own, 'bids', formula.depth), pairs(own, 'asks', formula.depth)) === checksum;
    sequencer.handle({ type: 'checksum', seq, matches }, 1);
  }

  function change({ isBid, step, quantity }: Turn): string {
    const level: BookLevel = [isBid ? `100.0${step}` : `101.0${step}`, quantity];
    core.change(isBid ? { bids: [level], asks: [] } : { bids: [], asks: [level] });
    return newest;
  }

  const isJoined = protocol.fetch !== undefined || protocol.request !== undefined;
  let late: string | undefined;
  function play(turn: Turn): void {
    const text = change(turn);
    if (turn.delivery === 'comes late' && late === undefined) return void (late = text);
    if (turn.delivery !== 'is lost') deliver(text);
    if (turn.delivery === 'comes twice') deliver(text);
    if (late !== undefined) deliver(late);
    late = undefined;
  }

  sequencer.handle({ type: 'connected' }, 1);
  if (isJoined) joiner.hold();
  for (const turn of before) {
    const text = change(turn);
    if (isJoined) deliver(text);
  }
  if (isJoined) joiner.join({ sequence: core.sequence, ...core.book() });
  else if (protocol.subscribe) {
    for (const reply of dialect.hear(core, JSON.stringify(protocol.subscribe(MARKET))))
      deliver(textOf(reply));
  }
  for (const turn of after) play(turn);
  // What was lost last shows only with what follows it.
  play({ isBid: true, step: 9, quantity: '7', delivery: 'arrives' });
  // Where nothing shows what was lost, the book is right again once it has been fetched.
  if (protocol.fetchEveryMs) {
    joiner.hold();
    joiner.join({ sequence: core.sequence, ...core.book() });
  }
  const { bids, asks } = core.book();
  const { book, state } = sequencer;
  return {
    state,
    own: { bids: pairs(book, 'bids', ALL), asks: pairs(book, 'asks', ALL) },
    venue: { bids, asks },
  };
}

const pairs = (book: Book, side: 'bids' | 'asks', depth: number): BookLevel[] =>
  book[side].levels(depth).map(({ price, quantity }): BookLevel => [price, quantity]);

describe.each(STREAMS)('a book of %s', (_id, dialect, protocol) => {
  it('followed over a whole stream is live and the venue’s own, text for text', () => {
    assert(
      property(turns(['arrives']), turns(['arrives', 'comes twice']), (before, after) => {
        const isDoubled = after.some(({ delivery }) => delivery === 'comes twice');
        const { state, own, venue } = follow(dialect, protocol, before, after);
        // Numbers tell what came twice from what is new; a chain of numbers or a checksum may only tell a fault.
        const mustLive = !isDoubled || protocol.fetch !== undefined || protocol.request !== undefined;
        expect(mustLive ? state : 'live').toBe('live');
        expect(state === 'live' ? own : venue).toEqual(venue);
      }),
    );
  });

  it('followed over lost, repeated and reordered messages is the venue’s own or declared stale', () => {
    const deliveries: Turn['delivery'][] = [
      'arrives',
      'arrives',
      'arrives',
      'is lost',
      'comes twice',
      'comes late',
    ];
    let stale = 0;
    assert(
      property(turns(['arrives']), turns(deliveries), (before, after) => {
        const { state, own, venue } = follow(dialect, protocol, before, after);
        if (state !== 'live') stale += 1;
        expect(state === 'live' ? own : venue).toEqual(venue);
      }),
      { numRuns: 300 },
    );
    expect(stale).toBeGreaterThan(10);
  });
});
