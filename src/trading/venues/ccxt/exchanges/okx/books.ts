import type { BookLevel } from '../../../port/index.ts';
import { Counter, type BookMessage, type BookProtocol, type StreamedMarket } from '../../books/protocol.ts';

interface Message {
  readonly event?: string;
  readonly msg?: string;
  readonly action?: 'snapshot' | 'update';
  readonly arg?: { readonly instId: string };
  readonly data?: readonly {
    readonly bids: readonly (readonly string[])[];
    readonly asks: readonly (readonly string[])[];
    readonly ts: string;
    readonly seqId: number;
    readonly prevSeqId: number;
  }[];
}

const argument = ({ id: instId }: StreamedMarket) => ({ args: [{ channel: 'books', instId }] });
const levels = (rows: readonly (readonly string[])[]): BookLevel[] =>
  rows.map(([price = '', quantity = '']) => [price, quantity]);

/** 400 levels, then changes that name the one before; a reset may lower the numbers. */
export const books: BookProtocol = {
  url: () => 'wss://ws.okx.com:8443/ws/v5/public',
  sandboxUrl: () => 'wss://wspap.okx.com:8443/ws/v5/public',
  subscribe: (market) => ({ op: 'subscribe', ...argument(market) }),
  unsubscribe: (market) => ({ op: 'unsubscribe', ...argument(market) }),
  ping: 'ping',
  reader() {
    const counter = new Counter();
    let last: number | undefined;
    return (text) => {
      if (text === 'pong') return [{ type: 'alive' }];
      const { event, msg = '', action, arg, data = [] } = JSON.parse(text) as Message;
      if (event === 'error') return [{ type: 'fault', reason: `The venue says ${msg}` }];
      return data.map(({ bids, asks, ts, seqId, prevSeqId }): BookMessage => {
        const market = arg?.instId;
        const book = { market, bids: levels(bids), asks: levels(asks), at: new Date(Number(ts)) };
        const follows = prevSeqId === last;
        last = seqId;
        return action === 'snapshot'
          ? { type: 'snapshot', sequence: counter.snapshot(), ...book }
          : { type: 'change', ...counter.change(follows), ...book };
      });
    };
  },
};
