import type { DepositInput, Judgement, Shown } from '../engine/deposit.ts';
import type { Transfer } from '../engine/state.ts';
import type { FaultRule } from '../faults.ts';
import type { Pace } from '../profiles/index.ts';
import type { WireOrder, WireTrade } from '../show.ts';

type Levels = readonly (readonly [price: string, quantity: string])[];

export interface TrueBook {
  readonly symbol: string;
  readonly sequence: number;
  readonly bids: Levels;
  readonly asks: Levels;
}

type Buckets = Record<'available' | 'locked' | 'withdrawing' | 'depositing', string>;

/** The exchange's own books, with every decimal as text. */
export interface ExchangeBooks {
  readonly ticks: number;
  /** Account to asset to balance. */
  readonly accounts: Record<string, Record<string, Buckets>>;
  readonly orders: (WireOrder & { account: string })[];
  readonly trades: (WireTrade & { orderId: string; symbol: string; side: 'buy' | 'sell' })[];
  readonly transfers: (Omit<Transfer, 'amount' | 'fee'> & { amount: string; fee?: string })[];
  readonly books: TrueBook[];
}

type DepositPlace = Pick<DepositInput, 'destination' | 'hash' | 'shown'>;

export type ExchangeControl = ReturnType<typeof controlExchange>;

/** The control interface of a running exchange. */
export function controlExchange(controlPort: number, token: string) {
  async function ask(method: string, path: string, input?: object): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${controlPort}/control/${path}`, {
      method,
      // A connection that is kept might be closed by the exchange just when it is used again.
      headers: { authorization: `Bearer ${token}`, connection: 'close' },
      ...(input && { body: JSON.stringify(input) }),
    });
    const body = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${body}`);
    return JSON.parse(body);
  }

  return {
    state: () => ask('GET', 'state') as Promise<ExchangeBooks>,
    book: (symbol: string) => ask('GET', `book?symbol=${symbol}`) as Promise<TrueBook>,
    arrange: (symbol: string, book: { bids: Levels; asks: Levels }) =>
      ask('PUT', 'book', { symbol, ...book }) as Promise<TrueBook>,
    tick: (count: number) => ask('POST', 'ticks', { count }),
    pace: (change: Partial<Pace>) => ask('POST', 'pace', change),
    deposit: (asset: string, amount: string, delayMs = 0, to: DepositPlace = {}) =>
      ask('POST', 'deposits', { asset, amount, delayMs, ...to }) as Promise<{ transfer: { id: string } }>,
    /** Replaces the deposit addresses of a network. */
    rotate: (network: string) => ask('POST', 'rotations', { network }),
    /** Says what a deposit is from now on. */
    judge: (id: string, judgement: Judgement) => ask('POST', 'judgements', { id, judgement }),
    /** Answers what the exchange wanted to know before it pays. */
    inform: (reference: string) => ask('POST', 'information', { reference }),
    /** Says how much of a deposit the list of deposits shows from now on. */
    show: (id: string, shown: Shown) => ask('POST', 'appearances', { id, shown }),
    broadcast: (reference: string) => ask('POST', 'broadcasts', { reference }),
    complete: (reference: string) => ask('POST', 'settlements', { reference, failureReason: null }),
    fail: (reference: string, failureReason: string) =>
      ask('POST', 'settlements', { reference, failureReason }),
    fault: (rule: FaultRule) => ask('POST', 'faults', rule),
    clearFaults: () => ask('DELETE', 'faults'),
    goOffline: () => ask('POST', 'offline'),
    goOnline: () => ask('POST', 'online'),
  };
}
