import { sql } from 'kysely';
import type { Clock } from '../../kernel/index.ts';
import type { Metrics } from '../telemetry/index.ts';
import type { Db } from './connect.ts';

const MEASURE_EVERY_MS = 5_000;
/** An answer that took longer says too little about the time. */
const LONGEST_ANSWER_MS = 1_000;
/** Venues accept less, and people compare what they see with their own clocks. */
const MAX_SKEW_MS = 5_000;

interface ClockOptions {
  readonly db: Db;
  /** Called when the clock of this machine becomes wrong, and when it is right again. */
  readonly onChange: (clock: DatabaseClock) => void;
}

/**
 * The time of the database, which all processes share: deadlines mean the same everywhere, whatever the clock of a
 * machine says. Between measurements the time goes on by the monotonic clock.
 */
export class DatabaseClock implements Clock {
  readonly #options: ClockOptions;
  #timer: NodeJS.Timeout | undefined;
  /** The time of the database minus `performance.now()`. */
  #offsetMs = Date.now() - performance.now();
  #skewMs = 0;

  private constructor(options: ClockOptions) {
    this.#options = options;
  }

  static async open(options: ClockOptions): Promise<DatabaseClock> {
    const clock = new DatabaseClock(options);
    await clock.measure();
    clock.#timer = setInterval(() => void clock.measure().catch(() => {}), MEASURE_EVERY_MS).unref();
    return clock;
  }

  now(): Date {
    return new Date(performance.now() + this.#offsetMs);
  }

  /** How far the clock of this machine is ahead of the database's. */
  get skewMs(): number {
    return this.#skewMs;
  }

  /** Whether the clock of this machine is right. Libraries use it to sign requests to venues. */
  get isRight(): boolean {
    return Math.abs(this.#skewMs) <= MAX_SKEW_MS;
  }

  async measure(): Promise<void> {
    const began = performance.now();
    const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(this.#options.db);
    const ended = performance.now();
    const [row] = rows;
    if (!row || (ended - began > LONGEST_ANSWER_MS && this.#timer)) return;
    this.#offsetMs = row.now.getTime() - (began + ended) / 2;
    const wasRight = this.isRight;
    this.#skewMs = Date.now() - this.now().getTime();
    if (wasRight !== this.isRight) this.#options.onChange(this);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

export function measureClock(metrics: Metrics, clock: DatabaseClock): void {
  metrics.gauge(
    'quaestor_clock_skew_seconds',
    'How far the clock of this machine is ahead of that of the database.',
    [],
    () => [{ value: clock.skewMs / 1000 }],
  );
}
