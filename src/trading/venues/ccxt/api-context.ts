import type { Exchange } from 'ccxt';
import type { Travel } from './travel.ts';

/** What the verbs of a ccxt venue work with. */
export interface ApiContext {
  readonly exchange: Exchange;
  readonly travel: Travel;
  readonly now: () => Date;
}

/** How far the exchange's clock may be from ours. */
const CLOCK_MARGIN_MS = 60_000;

/** Whether something sent at a time is still within what the exchange looks back to. */
export const isWithin = (since: Date, looksBackMs: number, now: Date): boolean =>
  since.getTime() - CLOCK_MARGIN_MS > now.getTime() - looksBackMs;
