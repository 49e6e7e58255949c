import type { Clock } from '../src/kernel/index.ts';
import { nextProgressAt } from './engine/settle.ts';
import type { Exchange } from './open.ts';
import type { Pace } from './profiles/index.ts';

const BEAT_EVERY_MS = 10;

/** Advances time at the exchange: prices move and transfers progress. Returns a function that stops it. */
export function keepTime(exchange: Exchange, pace: () => Pace, clock: Clock): () => void {
  let lastTickAt = clock.now().getTime();
  const beat = setInterval(() => {
    const now = clock.now().getTime();
    const { tickEveryMs } = pace();
    if (tickEveryMs > 0 && now >= lastTickAt + tickEveryMs) {
      // Timers fire early or late, which must not accumulate; a long pause is not caught up.
      lastTickAt = Math.max(lastTickAt + tickEveryMs, now - tickEveryMs);
      exchange.execute('tick', { count: 1 });
    }
    if ((nextProgressAt(exchange.state) ?? Infinity) <= now) exchange.execute('progress', {});
  }, BEAT_EVERY_MS);
  return () => clearInterval(beat);
}
