import type { BookLevel } from '../../../port/index.ts';
import { Counter, type BookMessage, type BookProtocol, type StreamedMarket } from '../../books/protocol.ts';

type Rows = readonly (readonly string[])[];
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly code?: number;
  readonly message?: string;
  readonly result?: {
    readonly channel?: 'book' | 'book.update';
    readonly instrument_name?: string;
    readonly data?: readonly {
      readonly bids?: Rows;
      readonly asks?: Rows;
      readonly update?: { readonly bids?: Rows; readonly asks?: Rows };
      readonly t: number;
      readonly u: number;
      readonly pu?: number;
    }[];
  };
}

const request = (method: 'subscribe' | 'unsubscribe', { id }: StreamedMarket) => ({
  id: 1,
  method,
  params: {
    channels: [`book.${id}.50`],
    book_subscription_type: 'SNAPSHOT_AND_UPDATE',
    book_update_frequency: 100,
  },
});

const levels = (rows: Rows = []): BookLevel[] => rows.map(([price = '', quantity = '']) => [price, quantity]);

/** 50 levels, then changes that name the one before. */
export const books: BookProtocol = {
  url: () => 'wss://stream.crypto.com/exchange/v1/market',
  sandboxUrl: () => 'wss://uat-stream.3ona.co/exchange/v1/market',
  subscribe: (market) => request('subscribe', market),
  unsubscribe: (market) => request('unsubscribe', market),
  reader() {
    const counter = new Counter();
    let last: number | undefined;
    return (text) => {
      const { id, method, code = 0, message = '', result = {} } = JSON.parse(text) as Message;
      if (code !== 0) return [{ type: 'fault', reason: `The venue says ${code} ${message}` }];
      if (method === 'public/heartbeat')
        return [{ type: 'question', reply: { id, method: 'public/respond-heartbeat' } }];
      const { channel, instrument_name: market, data = [] } = result;
      if (channel === undefined) return [{ type: 'alive' }];
      return data.map(({ bids, asks, update, t, u, pu }): BookMessage => {
        const follows = pu === last;
        last = u;
        const at = new Date(t);
        return channel === 'book'
          ? {
              type: 'snapshot',
              market,
              sequence: counter.snapshot(),
              bids: levels(bids),
              asks: levels(asks),
              at,
            }
          : {
              type: 'change',
              market,
              ...counter.change(follows),
              bids: levels(update?.bids),
              asks: levels(update?.asks),
              at,
            };
      });
    };
  },
};
