import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Book } from './book.ts';
import { Sequencer, type Decision, type FeedEvent } from './sequence.ts';
import type { Level, PricedQuantity } from './side.ts';
import { NaiveBook } from './testing/naive.ts';
import { randomNumbers } from './testing/random.ts';
import { effort } from '../../testing/effort.ts';

const LIMITS = { bufferedLevels: 200, silenceMs: 1000, backOffMs: 20, maxBackOffMs: 100 };

const CUT: FeedEvent = { type: 'disconnected', reason: 'The line was cut.' };

const pair = ({ price, quantity }: Level): PricedQuantity => [price, quantity];

/** An exchange that remembers its book at every sequence number. */
class Exchange {
  readonly #book = new NaiveBook();
  readonly #below: (limit: number) => number;
  readonly history: { bids: Level[]; asks: Level[] }[] = [];

  constructor(seed: number) {
    this.#below = randomNumbers(seed);
    this.#remember();
  }

  get sequence(): number {
    return this.history.length - 1;
  }

  /** Makes `count` updates, each of one level, and publishes them as one change. */
  trade(count: number): FeedEvent {
    const prevSeq = this.sequence;
    const [bids, asks]: [PricedQuantity[], PricedQuantity[]] = [[], []];
    for (let index = 0; index < count; index++) {
      const tick = this.#below(20);
      const level: PricedQuantity = [`1.${10 + tick}`, `${this.#below(3)}`];
      const update = tick < 10 ? { bids: [level], asks: [] } : { bids: [], asks: [level] };
      this.#book.apply({ ...update, timestampMs: 0 });
      bids.push(...update.bids);
      asks.push(...update.asks);
      this.#remember();
    }
    return { type: 'change', prevSeq, lastSeq: this.sequence, bids, asks, timestampMs: 0 };
  }

  snapshot(): FeedEvent {
    const { bids, asks } = this.#book;
    return {
      type: 'snapshot',
      seq: this.sequence,
      bids: bids.map(pair),
      asks: asks.map(pair),
      timestampMs: 0,
    };
  }

  #remember(): void {
    this.history.push({ bids: this.#book.bids, asks: this.#book.asks });
  }
}

/** The connection from the exchange, a feed that does what the sequencer decides, and a reader of the live book. */
class World {
  readonly exchange: Exchange;
  readonly sequencer = new Sequencer(new Book(100), LIMITS);
  readonly lies: object[] = [];
  #wire: FeedEvent[] = [];
  #snapshots: FeedEvent[] = [];
  #snapshotAtMs: number | undefined;
  #connectAtMs: number | undefined = 0;
  #nowMs = 0;

  constructor(seed: number) {
    this.exchange = new Exchange(seed);
  }

  trade(count: number): void {
    const change = this.exchange.trade(count);
    if (this.#connectAtMs === undefined) this.#wire.push(change);
  }

  deliver(): void {
    const next = this.#wire.shift();
    if (next) this.#handle(next);
  }

  lose(): void {
    this.#wire.shift();
  }

  repeat(): void {
    const next = this.#wire[0];
    if (next) this.#wire.unshift(next);
  }

  swap(): void {
    const [first, second] = this.#wire;
    if (first && second) this.#wire.splice(0, 2, second, first);
  }

  deliverSnapshot(): void {
    const next = this.#snapshots.shift();
    if (next) this.#handle(next);
  }

  disconnect(): void {
    if (this.#connectAtMs === undefined) this.#handle(CUT);
  }

  /** The feed's timers: connect, fetch a requested snapshot, tick. */
  wait(durationMs: number): void {
    this.#nowMs += durationMs;
    if (this.#connectAtMs !== undefined && this.#connectAtMs <= this.#nowMs) {
      this.#connectAtMs = undefined;
      this.#handle({ type: 'connected' });
    }
    if (this.#snapshotAtMs !== undefined && this.#snapshotAtMs <= this.#nowMs) {
      this.#snapshotAtMs = undefined;
      this.#snapshots.push(this.exchange.snapshot());
    }
    this.#handle({ type: 'tick' });
  }

  #handle(event: FeedEvent): void {
    const decision: Decision = this.sequencer.handle(event, this.#nowMs);
    if (decision.action === 'resync') {
      if (this.sequencer.state === 'stale') this.sequencer.handle(CUT, this.#nowMs);
      this.#connectAtMs = decision.retryAtMs;
      this.#snapshotAtMs = undefined;
      this.#wire = [];
      this.#snapshots = [];
    } else if (decision.snapshotAtMs !== undefined) {
      this.#snapshotAtMs = decision.snapshotAtMs;
    }
    if (this.sequencer.state === 'live') this.#compare(this.sequencer.sequence);
  }

  #compare(sequence: number): void {
    const { book } = this.sequencer;
    const actual = { bids: book.bids.levels(), asks: book.asks.levels() };
    const truth = this.exchange.history[sequence];
    if (!isDeepStrictEqual(actual, truth)) this.lies.push({ sequence, actual, truth });
  }

  /** No more faults: everything arrives. */
  settle(): void {
    for (let round = 0; round < 10; round++) {
      this.wait(LIMITS.maxBackOffMs);
      this.trade(1);
      this.deliverSnapshot();
      while (this.#wire.length > 0) this.deliver();
    }
  }
}

const steps = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({ do: fc.constant('trade' as const), count: fc.integer({ min: 1, max: 4 }) }),
    },
    { weight: 8, arbitrary: fc.record({ do: fc.constant('deliver' as const) }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('deliverSnapshot' as const) }) },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(10, 30, 600) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('lose', 'repeat', 'swap', 'disconnect') }) },
  ),
  { maxLength: 200 },
);

test('a feed with gaps, duplicates, reorderings and disconnects is true whenever live, and converges once they end', () => {
  fc.assert(
    fc.property(fc.integer(), steps, (seed, commands) => {
      const world = new World(seed);
      world.wait(0);
      for (const command of commands) {
        if (command.do === 'trade') world.trade(command.count);
        else if (command.do === 'wait') world.wait(command.ms);
        else world[command.do]();
      }
      world.settle();
      expect(world.lies).toEqual([]);
      expect(world.sequencer.state).toBe('live');
      expect(world.sequencer.sequence).toBe(world.exchange.sequence);
    }),
    { numRuns: effort(100, 1000) },
  );
});
