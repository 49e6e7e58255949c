import { describe, expect, test } from 'vitest';
import { Book } from './book.ts';
import { Sequencer, type FeedEvent, type FeedState } from './sequence.ts';
import { levelsOf } from './testing/listing.ts';

const LIMITS = { bufferedLevels: 10, silenceMs: 1000, backOffMs: 100, maxBackOffMs: 800 };

const connected: FeedEvent = { type: 'connected' };
const disconnected: FeedEvent = { type: 'disconnected', reason: 'The venue hung up.' };
const heartbeat: FeedEvent = { type: 'heartbeat' };
const tick: FeedEvent = { type: 'tick' };
const snapshot = (seq: number, bids: string, asks = ''): FeedEvent => ({
  type: 'snapshot',
  seq,
  bids: levelsOf(bids),
  asks: levelsOf(asks),
  timestampMs: 0,
});
const change = (prevSeq: number, lastSeq: number, bids: string, asks = ''): FeedEvent => ({
  type: 'change',
  prevSeq,
  lastSeq,
  bids: levelsOf(bids),
  asks: levelsOf(asks),
  timestampMs: 0,
});
const checksum = (seq: number, bestBid: string): FeedEvent => ({
  type: 'checksum',
  seq,
  matches: (book) => book.bids.levels(1)[0]?.price === bestBid,
});

/** Feeds the events at the given times, or all at 0, and returns the decision about the last one. */
function run(events: readonly (FeedEvent | readonly [FeedEvent, number])[], depth = 10) {
  const sequencer = new Sequencer(new Book(depth), LIMITS);
  let outcome = '';
  for (const item of events) {
    const [event, nowMs] = 'type' in item ? [item, 0] : item;
    const decision = sequencer.handle(event, nowMs);
    if (decision.action === 'resync') outcome = `resync ${decision.fault.reason} at ${decision.retryAtMs}`;
    else if (decision.snapshotAtMs === undefined) outcome = decision.action;
    else outcome = `${decision.action}, snapshot at ${decision.snapshotAtMs}`;
  }
  const { state, sequence, counters, book } = sequencer;
  return {
    outcome,
    state,
    sequence,
    counters,
    bids: book.bids
      .levels()
      .map(({ price }) => price)
      .join(' '),
  };
}

const fail = (): never => {
  throw new TypeError('The adapter is broken.');
};

type Row = [
  rule: string,
  events: (FeedEvent | [FeedEvent, number])[],
  outcome: string,
  state: FeedState,
  bids: string,
];

const live = [connected, snapshot(5, '9 x 1')];

const rows: Row[] = [
  ['R1 connecting asks for a snapshot at once', [[connected, 7]], 'wait, snapshot at 7', 'waiting', ''],
  [
    'R1 the last known levels stay until the snapshot',
    [...live, disconnected, connected],
    'wait, snapshot at 0',
    'waiting',
    '9',
  ],
  [
    'R1 what an earlier connection buffered is forgotten',
    [connected, change(5, 6, '8 x 1'), connected, snapshot(5, '9 x 1')],
    'apply',
    'live',
    '9',
  ],
  [
    'R2 a change before the snapshot is buffered',
    [connected, change(5, 6, '8 x 1')],
    'buffer',
    'waiting',
    '',
  ],
  [
    'R2 a full buffer is a fault',
    [
      connected,
      change(1, 2, '1 x 1, 2 x 1, 3 x 1, 4 x 1'),
      change(2, 3, '1 x 1, 2 x 1, 3 x 1, 4 x 1, 5 x 1'),
    ],
    'resync overflow at 100',
    'stale',
    '',
  ],
  [
    'R2 empty changes fill the buffer too',
    [connected, ...Array.from({ length: 11 }, (_, seq) => change(seq, seq + 1, ''))],
    'resync overflow at 100',
    'stale',
    '',
  ],
  [
    'R3 buffered changes are replayed on the snapshot',
    [connected, change(5, 6, '8 x 1'), change(6, 7, '7 x 1'), snapshot(5, '9 x 1')],
    'apply',
    'live',
    '9 8 7',
  ],
  [
    'R3 buffered changes the snapshot holds are not',
    [connected, change(3, 4, '9 x 0'), change(4, 5, '8 x 1'), change(5, 6, '7 x 1'), snapshot(5, '9 x 1')],
    'apply',
    'live',
    '9 7',
  ],
  [
    'R3 a buffered change across the snapshot is replayed',
    [connected, change(3, 7, '8 x 1'), snapshot(5, '9 x 1')],
    'apply',
    'live',
    '9 8',
  ],
  [
    'R3 a snapshot older than the buffer is refused',
    [connected, change(6, 7, '8 x 1'), [snapshot(5, '9 x 1'), 3]],
    'drop, snapshot at 103',
    'waiting',
    '',
  ],
  [
    'R3 after which the next one is taken',
    [connected, change(6, 7, '8 x 1'), snapshot(5, '9 x 1'), snapshot(6, '9 x 1')],
    'apply',
    'live',
    '9 8',
  ],
  [
    'R3 a gap within the buffer is a gap',
    [connected, change(5, 6, '8 x 1'), change(7, 8, '7 x 1'), snapshot(5, '9 x 1')],
    'resync gap at 100',
    'stale',
    '9 8',
  ],
  ['R4 a change that ends at the sequence is dropped', [...live, change(4, 5, '8 x 1')], 'drop', 'live', '9'],
  [
    'R4 a change that ends before the sequence is dropped',
    [...live, change(1, 2, '8 x 1')],
    'drop',
    'live',
    '9',
  ],
  [
    'R5 a change that begins later is a gap',
    [...live, change(6, 7, '8 x 1')],
    'resync gap at 100',
    'stale',
    '9',
  ],
  ['R6 the next change is applied', [...live, change(5, 6, '8 x 1')], 'apply', 'live', '9 8'],
  ['R6 an overlapping change is applied', [...live, change(3, 7, '8 x 1')], 'apply', 'live', '9 8'],
  ['R7 a matching checksum changes nothing', [...live, checksum(5, '9')], 'wait', 'live', '9'],
  [
    'R7 another checksum is a fault and R13 the book is emptied',
    [...live, checksum(5, '8')],
    'resync checksum at 100',
    'stale',
    '',
  ],
  ['R7 a checksum for another sequence is dropped', [...live, checksum(4, '8')], 'drop', 'live', '9'],
  ['R7 a checksum while waiting is dropped', [connected, checksum(4, '8')], 'drop', 'waiting', ''],
  [
    'R8 a batch that breaks the book is a fault and R13 the book is emptied',
    [...live, change(5, 6, '', '8 x 1')],
    'resync integrity at 100',
    'stale',
    '',
  ],
  [
    'R8 a broken snapshot is a fault',
    [connected, snapshot(5, '9 x 1', '9 x 1')],
    'resync integrity at 100',
    'stale',
    '',
  ],
  [
    'R8 a change without a sequence number is a fault',
    [...live, change(5, Number.NaN, '8 x 1')],
    'resync integrity at 100',
    'stale',
    '',
  ],
  [
    'R8 a change that follows on no number is a fault',
    [...live, change(Number.NaN, 6, '8 x 1')],
    'resync integrity at 100',
    'stale',
    '',
  ],
  [
    'R8 a snapshot without a sequence number is a fault',
    [connected, snapshot(0.5, '8 x 1')],
    'resync integrity at 100',
    'stale',
    '',
  ],
  [
    'R9 an unasked snapshot that is newer replaces the book',
    [...live, snapshot(8, '7 x 1')],
    'apply',
    'live',
    '7',
  ],
  ['R9 one of the same sequence replaces it too', [...live, snapshot(5, '7 x 1')], 'apply', 'live', '7'],
  ['R9 an older one is dropped', [...live, snapshot(4, '7 x 1')], 'drop', 'live', '9'],
  ['R11 silence while live is a fault', [...live, [tick, 1001]], 'resync silence at 1101', 'stale', '9'],
  ['R11 no silence before its time', [...live, [tick, 1000]], 'wait', 'live', '9'],
  ['R11 a heartbeat breaks the silence', [...live, [heartbeat, 500], [tick, 1001]], 'wait', 'live', '9'],
  [
    'R11 a change breaks the silence',
    [...live, [change(5, 6, '8 x 1'), 500], [tick, 1001]],
    'wait',
    'live',
    '9 8',
  ],
  [
    'R11 a snapshot that does not come is a fault',
    [connected, [change(5, 6, '8 x 1'), 900], [tick, 1001]],
    'resync silence at 1101',
    'stale',
    '',
  ],
  [
    'R12 whatever comes after a fault is dropped',
    [...live, change(6, 7, '8 x 1'), change(5, 6, '8 x 1')],
    'drop',
    'stale',
    '9',
  ],
  ['R12 also a snapshot', [...live, change(6, 7, '8 x 1'), snapshot(7, '8 x 1')], 'drop', 'stale', '9'],
  ['R12 also silence', [...live, change(6, 7, '8 x 1'), [tick, 9999]], 'drop', 'stale', '9'],
  [
    'R12 a new connection and snapshot bring the book back',
    [...live, change(6, 7, '8 x 1'), disconnected, connected, snapshot(1, '7 x 1')],
    'apply',
    'live',
    '7',
  ],
  [
    'R14 a lost connection is a fault',
    [...live, disconnected],
    'resync disconnect at 100',
    'disconnected',
    '9',
  ],
  ['R14 also while waiting', [connected, disconnected], 'resync disconnect at 100', 'disconnected', ''],
  [
    'R14 but not after another fault',
    [...live, change(6, 7, '8 x 1'), disconnected],
    'wait',
    'disconnected',
    '9',
  ],
  ['R15 a snapshot without a connection is dropped', [snapshot(5, '9 x 1')], 'drop', 'disconnected', ''],
  [
    'R15 a change without a connection is dropped',
    [...live, disconnected, change(5, 6, '8 x 1')],
    'drop',
    'disconnected',
    '9',
  ],
];

describe('the sequencer', () => {
  test.each(rows)('%s', (_rule, events, outcome, state, bids) => {
    expect(run(events)).toMatchObject({ outcome, state, bids });
  });

  test('R12 doubles the back-off at each fault up to its limit, and starts over after a book that lasted', () => {
    const sequencer = new Sequencer(new Book(10), LIMITS);
    const delayAfter = (liveMs: number, nowMs: number): number => {
      sequencer.handle(connected, nowMs);
      sequencer.handle(snapshot(1, '9 x 1'), nowMs);
      const decision = sequencer.handle(disconnected, nowMs + liveMs);
      return decision.action === 'resync' ? decision.retryAtMs - nowMs - liveMs : Number.NaN;
    };
    expect([1, 1, 1, 1, 1].map((liveMs) => delayAfter(liveMs, 0))).toEqual([100, 200, 400, 800, 800]);
    expect(delayAfter(799, 10_000)).toBe(800);
    expect(delayAfter(800, 20_000)).toBe(100);
  });

  test('R12 counts how long a book has been live over every snapshot that renewed it', () => {
    const twice = [connected, disconnected, ...live];
    expect(run([...twice, [snapshot(6, '9 x 1'), 700], [disconnected, 800]]).outcome).toBe(
      'resync disconnect at 900',
    );
    expect(run([...twice, [disconnected, 799]]).outcome).toBe('resync disconnect at 999');
  });

  test('R14 a fault by disconnection carries the reason that the feed gave', () => {
    const sequencer = new Sequencer(new Book(10), LIMITS);
    sequencer.handle(connected, 0);
    expect(sequencer.handle(disconnected, 0)).toMatchObject({ fault: { message: 'The venue hung up.' } });
  });

  describe('R10 a thin book', () => {
    const full = [connected, snapshot(1, '9 x 1, 8 x 1, 7 x 1, 6 x 1')];
    const thin = [...full, change(1, 2, '9 x 0, 8 x 0, 7 x 0')];

    test('asks for a snapshot and stays live', () => {
      expect(run(thin, 4)).toMatchObject({ outcome: 'apply, snapshot at 0', state: 'live', bids: '6' });
    });

    test('goes on applying changes, and takes the snapshot up to date with them', () => {
      const changed = [...thin, change(2, 3, '6.5 x 1'), change(3, 4, '6 x 0')];
      expect(run(changed, 4)).toMatchObject({ outcome: 'apply', state: 'live', bids: '6.5' });
      const refreshed = run([...changed, snapshot(3, '6.5 x 1, 6 x 1, 5 x 1')], 4);
      expect(refreshed).toMatchObject({ outcome: 'apply', state: 'live', bids: '6.5 5', sequence: 4 });
    });

    test('refuses a snapshot older than itself and asks again', () => {
      const refused = run([...thin, snapshot(1, '9 x 1')], 4);
      expect(refused).toMatchObject({ outcome: 'drop, snapshot at 100', state: 'live', bids: '6' });
    });

    test('outlives a full buffer, and then needs a newer snapshot', () => {
      const wide = '5.1 x 0, 5.2 x 0, 5.3 x 0, 5.4 x 0, 5.5 x 0, 5.6 x 0, 5.7 x 0, 5.8 x 0, 5.9 x 0, 5 x 0';
      const overflown = [...thin, change(2, 3, '6.5 x 1'), change(3, 4, wide)];
      expect(run(overflown, 4)).toMatchObject({ outcome: 'apply', state: 'live', bids: '6.5 6' });
      for (const seq of [2, 3]) {
        expect(run([...overflown, snapshot(seq, '6 x 1')], 4).outcome).toBe('drop, snapshot at 100');
      }
      expect(run([...overflown, snapshot(4, '6 x 1')], 4)).toMatchObject({ outcome: 'apply', bids: '6' });
    });

    test('forgets what it buffered once the snapshot has come, so that the next time has room', () => {
      const wide = '5.1 x 0, 5.2 x 0, 5.3 x 0, 5.4 x 0, 5.5 x 0, 5.6 x 0, 5.7 x 0';
      const refreshed = [...thin, change(2, 3, wide), snapshot(3, '9 x 1, 8 x 1, 7 x 1, 6 x 1')];
      const thinAgain = [...refreshed, change(3, 4, '9 x 0, 8 x 0, 7 x 0'), change(4, 5, '6.5 x 1, 6.4 x 1')];
      expect(run([...thinAgain, snapshot(4, '6 x 1, 5 x 1')], 4)).toMatchObject({
        outcome: 'apply',
        bids: '6.5 6.4 6 5',
        sequence: 5,
      });
    });

    test('R11 asks again when the snapshot does not come', () => {
      const quiet = run([...thin, [heartbeat, 900], [tick, 1001]], 4);
      expect(quiet).toMatchObject({ outcome: 'wait, snapshot at 1001', state: 'live', bids: '6' });
    });
  });

  test('counts updates, duplicates, gaps and resyncs, and knows when the book last changed', () => {
    const { counters } = run([
      ...live,
      [change(5, 6, '8 x 1, 7 x 1', '10 x 1'), 40],
      [change(5, 6, '8 x 1'), 50],
      [change(8, 9, '8 x 1'), 60],
      [connected, 70],
      [disconnected, 80],
    ]);
    expect(counters).toEqual({ updates: 4, duplicates: 1, gaps: 1, resyncs: 2, lastUpdateMs: 40 });
  });

  test('lets an error that is not a feed fault pass', () => {
    const sequencer = new Sequencer(new Book(10), LIMITS);
    sequencer.handle(connected, 0);
    sequencer.handle(snapshot(1, '9 x 1'), 0);
    expect(() => sequencer.handle({ type: 'checksum', seq: 1, matches: fail }, 0)).toThrowError(TypeError);
  });
});
