import { backOffMs } from '../../kernel/index.ts';
import type { Book, BookChange } from './book.ts';
import { FeedFault } from './fault.ts';

/**
 * The rules by which one venue's feed of one symbol keeps its book. The code cites them by number.
 *
 * A change covers everything that happened after `prevSeq` up to and including `lastSeq`; a venue that numbers
 * the first and the last update of a batch has `prevSeq = firstSeq - 1`. Quantities are absolute.
 * The book's sequence is that of the last snapshot or change applied to it.
 *
 *  R1  Connected: request a snapshot at once, wait for it and clear the buffer. The last known levels stay.
 *  R2  A change while waiting is buffered. A full buffer is a fault.
 *  R3  An awaited snapshot is refused, and requested again after `backOffMs`, if it is too old: there is a gap between
 *      it and the first later buffered change, or a live book would go back. Otherwise it replaces the book, R4 to R6
 *      apply the buffered changes, and the book is live.
 *  R4  A change that ends at or before the book's sequence is a duplicate and is dropped.
 *  R5  A change that begins after the book's sequence leaves a gap: a fault.
 *  R6  Any other change is applied, also one that overlaps what is known, because quantities are absolute.
 *  R7  A checksum for the book's present sequence that does not match is a fault; for another it is dropped.
 *  R8  A batch that breaks the book, or whose sequence numbers are not whole, is a fault.
 *  R9  An unrequested snapshot replaces a live book unless it is older; then it is dropped as a duplicate.
 *  R10 A thin book stays live while a fresh snapshot is requested. Until it arrives, changes are applied and also
 *      buffered, so that R3 can bring the snapshot up to date; a full buffer is cleared and refilled.
 *  R11 Silence is a fault: nothing received for `silenceMs` while live, no snapshot for `silenceMs` while waiting.
 *      An awaited snapshot of a live book is requested again instead.
 *  R12 A fault ends the use of the connection: the book is stale, and everything is dropped until the next
 *      connection, which is opened after the back-off: `backOffMs` doubled at each fault up to `maxBackOffMs`,
 *      and reset once a book has been live for `maxBackOffMs`.
 *  R13 A book whose checksum or integrity failed is emptied: its levels are known to be wrong. After any other
 *      fault the last known levels stay, for indication only.
 *  R14 A lost connection is a fault too, unless an earlier fault has already ended its use.
 *  R15 Everything received without a connection is dropped.
 */
export type FeedState = 'disconnected' | 'waiting' | 'live' | 'stale';

export type FeedEvent =
  | { readonly type: 'connected' }
  | Snapshot
  | Change
  | Checksum
  | { readonly type: 'heartbeat' }
  /** Sent a few times per `silenceMs`. */
  | { readonly type: 'tick' }
  | Disconnected;

type Snapshot = BookChange & { readonly type: 'snapshot'; readonly seq: number };
type Change = BookChange & { readonly type: 'change'; readonly prevSeq: number; readonly lastSeq: number };
interface Disconnected {
  readonly type: 'disconnected';
  readonly reason: string;
}
/** The formula depends on the venue, so its adapter compares. */
interface Checksum {
  readonly type: 'checksum';
  readonly seq: number;
  readonly matches: (book: Book) => boolean;
}

/** The effect of an event, and what the feed must do: fetch a snapshot, or reconnect. */
export type Decision =
  | { readonly action: 'apply' | 'buffer' | 'drop' | 'wait'; readonly snapshotAtMs?: number }
  | { readonly action: 'resync'; readonly fault: FeedFault; readonly retryAtMs: number };

export interface SequencerLimits {
  /** Each buffered change counts as one and its levels. */
  readonly bufferedLevels: number;
  readonly silenceMs: number;
  readonly backOffMs: number;
  readonly maxBackOffMs: number;
}

export interface SequencerCounters {
  /** Applied level changes, including those of snapshots. */
  updates: number;
  duplicates: number;
  gaps: number;
  resyncs: number;
  lastUpdateMs: number | undefined;
}

const APPLY: Decision = { action: 'apply' };
const BUFFER: Decision = { action: 'buffer' };
const DROP: Decision = { action: 'drop' };
const WAIT: Decision = { action: 'wait' };

/** Maintains `book` by the rules above. It uses no clock: every event has its time. */
export class Sequencer {
  readonly book: Book;
  readonly counters: SequencerCounters = {
    updates: 0,
    duplicates: 0,
    gaps: 0,
    resyncs: 0,
    lastUpdateMs: undefined,
  };
  readonly #limits: SequencerLimits;
  #state: FeedState = 'disconnected';
  #sequence = -1;
  #isSnapshotAwaited = false;
  #buffer: Change[] = [];
  #bufferedLevels = 0;
  #askedAtMs = 0;
  #heardAtMs = 0;
  #liveSinceMs = 0;
  #faultsInRow = 0;

  constructor(book: Book, limits: SequencerLimits) {
    this.book = book;
    this.#limits = limits;
  }

  get state(): FeedState {
    return this.#state;
  }

  /** The sequence number of the book; valid while it is live. */
  get sequence(): number {
    return this.#sequence;
  }

  handle(event: FeedEvent, nowMs: number): Decision {
    try {
      return this.#decide(event, nowMs);
    } catch (error) {
      if (error instanceof FeedFault) return this.#condemn(error, nowMs);
      throw error;
    }
  }

  #decide(event: FeedEvent, nowMs: number): Decision {
    if (event.type === 'connected') return this.#connect(nowMs);
    if (event.type === 'disconnected') return this.#disconnect(event);
    if (this.#state !== 'waiting' && this.#state !== 'live') return DROP; // R12, R15
    if (event.type === 'tick') return this.#tick(nowMs);
    this.#heardAtMs = nowMs;
    if (event.type === 'snapshot') return this.#takeSnapshot(event, nowMs);
    if (event.type === 'change') return this.#takeChange(event, nowMs);
    return event.type === 'checksum' ? this.#compare(event) : WAIT;
  }

  #connect(nowMs: number): Decision {
    this.#state = 'waiting'; // R1
    this.#emptyBuffer();
    return this.#askForSnapshot('wait', nowMs, nowMs);
  }

  #disconnect({ reason }: Disconnected): Decision {
    if (this.#state === 'waiting' || this.#state === 'live') {
      throw new FeedFault('disconnect', reason); // R14
    }
    this.#state = 'disconnected';
    return WAIT;
  }

  #takeSnapshot(snapshot: Snapshot, nowMs: number): Decision {
    assertNumbered(snapshot.seq);
    const oldest = this.#buffer.find((change) => change.lastSeq > snapshot.seq);
    if (this.#isSnapshotAwaited) {
      const isTooOld = oldest
        ? oldest.prevSeq > snapshot.seq
        : this.#state === 'live' && snapshot.seq < this.#sequence;
      if (isTooOld) return this.#askForSnapshot('drop', nowMs, nowMs + this.#limits.backOffMs); // R3
    } else if (snapshot.seq < this.#sequence) {
      return this.#dropDuplicate(); // R9
    }
    this.book.load(snapshot);
    this.#sequence = snapshot.seq;
    this.#count(snapshot, nowMs);
    for (const change of this.#buffer) this.#follow(change, nowMs); // R3
    this.#isSnapshotAwaited = false;
    this.#emptyBuffer();
    if (this.#state === 'waiting') this.#liveSinceMs = nowMs;
    this.#state = 'live';
    return APPLY;
  }

  #takeChange(change: Change, nowMs: number): Decision {
    assertNumbered(change.prevSeq);
    assertNumbered(change.lastSeq);
    if (this.#state === 'waiting') {
      if (this.#keep(change)) return BUFFER; // R2
      throw new FeedFault('overflow', 'The buffer is full and no snapshot has come.'); // R2
    }
    if (!this.#follow(change, nowMs)) return DROP;
    if (this.#isSnapshotAwaited) {
      if (!this.#keep(change)) this.#emptyBuffer(); // R10
    } else if (this.book.isThin) {
      return this.#askForSnapshot('apply', nowMs, nowMs); // R10
    }
    return APPLY;
  }

  /** False for a duplicate. */
  #follow(change: Change, nowMs: number): boolean {
    if (change.lastSeq <= this.#sequence) {
      this.#dropDuplicate(); // R4
      return false;
    }
    if (change.prevSeq > this.#sequence) {
      throw new FeedFault('gap', `The updates from ${this.#sequence + 1} to ${change.prevSeq} are missing.`); // R5
    }
    this.book.apply(change); // R6
    this.#sequence = change.lastSeq;
    this.#count(change, nowMs);
    return true;
  }

  #compare({ seq, matches }: Checksum): Decision {
    if (this.#state !== 'live' || seq !== this.#sequence) return DROP;
    if (!matches(this.book)) throw new FeedFault('checksum', `The checksum of update ${seq} does not match.`); // R7
    return WAIT;
  }

  #tick(nowMs: number): Decision {
    const { silenceMs } = this.#limits;
    const isOverdue = this.#isSnapshotAwaited && nowMs - this.#askedAtMs > silenceMs;
    if (this.#state === 'waiting' ? isOverdue : nowMs - this.#heardAtMs > silenceMs) {
      throw new FeedFault('silence', `Nothing that was waited for has come in ${silenceMs} ms.`); // R11
    }
    return isOverdue ? this.#askForSnapshot('wait', nowMs, nowMs) : WAIT; // R11
  }

  #condemn(fault: FeedFault, nowMs: number): Decision {
    const { backOffMs: firstMs, maxBackOffMs } = this.#limits;
    if (this.#state === 'live' && nowMs - this.#liveSinceMs >= maxBackOffMs) this.#faultsInRow = 0; // R12
    this.#faultsInRow += 1;
    const delayMs = backOffMs(this.#faultsInRow, firstMs, maxBackOffMs);
    this.#state = fault.reason === 'disconnect' ? 'disconnected' : 'stale';
    if (fault.reason === 'checksum' || fault.reason === 'integrity') this.book.clear(); // R13
    this.counters.resyncs += 1;
    if (fault.reason === 'gap') this.counters.gaps += 1;
    return { action: 'resync', fault, retryAtMs: nowMs + delayMs };
  }

  #askForSnapshot(action: 'apply' | 'drop' | 'wait', nowMs: number, snapshotAtMs: number): Decision {
    this.#isSnapshotAwaited = true;
    this.#askedAtMs = nowMs;
    return { action, snapshotAtMs };
  }

  #keep(change: Change): boolean {
    this.#bufferedLevels += 1 + change.bids.length + change.asks.length;
    return this.#bufferedLevels <= this.#limits.bufferedLevels && this.#buffer.push(change) > 0;
  }

  #emptyBuffer(): void {
    this.#buffer = [];
    this.#bufferedLevels = 0;
  }

  #dropDuplicate(): Decision {
    this.counters.duplicates += 1;
    return DROP;
  }

  #count(change: BookChange, nowMs: number): void {
    this.counters.updates += change.bids.length + change.asks.length;
    this.counters.lastUpdateMs = nowMs;
  }
}

function assertNumbered(seq: number): void {
  if (!Number.isSafeInteger(seq)) throw new FeedFault('integrity', `${seq} is not a sequence number.`); // R8
}
