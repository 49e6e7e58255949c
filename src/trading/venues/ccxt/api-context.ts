import type { Exchange } from 'ccxt';
import type { FeeKind } from '../port/index.ts';
import { marginBefore } from './profile.ts';
import type { Questions } from './questions.ts';
import type { Transport } from './transport/transport.ts';

/** What the verbs of a ccxt venue work with. */
export interface ApiContext {
  readonly exchange: Exchange;
  readonly transport: Transport;
  readonly now: () => Date;
  /** How the exchange charges for withdrawals; undefined where that is not known. */
  readonly feeKind: FeeKind | undefined;
  readonly questions: Questions;
}

/** Whether something sent at a time is still within what the exchange looks back to. */
export const isWithin = (since: Date, looksBackMs: number, now: Date): boolean =>
  marginBefore(since) > now.getTime() - looksBackMs;
