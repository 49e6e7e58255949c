import type { Recorded } from './recorder.ts';

/** A request as it must leave: method, path and every parameter except the signature. */
export interface WireRequest {
  readonly request: `${'GET' | 'POST' | 'DELETE'} ${string}`;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What must leave for an exchange, written by hand from its documentation. */
export interface Wire {
  readonly limit: readonly WireRequest[];
  readonly ioc: readonly WireRequest[];
  readonly postOnly: readonly WireRequest[];
  /** Where the exchange takes the quantity of a market order in the base asset. */
  readonly market?: readonly WireRequest[];
  readonly find: readonly WireRequest[];
  readonly cancel: readonly WireRequest[];
  readonly trades: readonly WireRequest[];
  readonly withdraw: readonly WireRequest[];
  readonly findWithdrawal: readonly WireRequest[];
  /** Where withdrawals are paid from a wallet of their own. */
  readonly fund?: readonly WireRequest[];
  readonly findFunding?: readonly WireRequest[];
  /** The amount of the withdrawal, where the exchange takes fewer than ten decimals. */
  readonly amount?: string;
  /** By path, or by path and query: markets and currencies as published, and other answers without which no further request would follow. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Whether a request is signed by the exchange's rule. */
  isSigned(request: Recorded): boolean;
}

/** Our order, as the requests must show it. */
export const ID = '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d';
export const ORDER_ID = '8077';
export const ADDRESS = `0x${'ab'.repeat(20)}`;
export const NOW = new Date('2026-01-05T12:00:00.000Z');
export const DEADLINE = new Date('2026-01-05T12:00:10.000Z');
/** For exchanges that count their requests. */
export const NONCE = 1_767_614_400_000;
