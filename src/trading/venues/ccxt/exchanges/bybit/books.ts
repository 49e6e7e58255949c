import type { BookLevel } from '../../../port/index.ts';
import { Counter, type BookProtocol, type StreamedMarket } from '../../books/protocol.ts';

interface Message {
  readonly success?: boolean;
  readonly ret_msg?: string;
  readonly topic?: string;
  readonly type?: 'snapshot' | 'delta';
  readonly ts: number;
  readonly data?: {
    readonly s: string;
    readonly b: readonly BookLevel[];
    readonly a: readonly BookLevel[];
    readonly u: number;
  };
}

/** Levels on each side. Those that fall out of this depth are removed by a change. */
const DEPTH = 200;
const topic = ({ id }: StreamedMarket) => ({ args: [`orderbook.${DEPTH}.${id}`] });

/** Changes numbered one by one; after a restart of the exchange the numbers begin again with a whole book. */
export const books: BookProtocol = {
  url: () => 'wss://stream.bybit.com/v5/public/spot',
  sandboxUrl: () => 'wss://stream-testnet.bybit.com/v5/public/spot',
  subscribe: (market) => ({ op: 'subscribe', ...topic(market) }),
  unsubscribe: (market) => ({ op: 'unsubscribe', ...topic(market) }),
  ping: '{"op":"ping"}',
  reader() {
    const counter = new Counter();
    let last = 0;
    return (text) => {
      const { success, ret_msg: reason, type, ts, data } = JSON.parse(text) as Message;
      if (success === false) return [{ type: 'fault', reason: `The venue says ${reason}` }];
      if (!data) return [{ type: 'alive' }];
      const follows = data.u === last + 1;
      last = data.u;
      const book = { market: data.s, bids: data.b, asks: data.a, at: new Date(ts) };
      return type === 'snapshot' || data.u === 1
        ? [{ type: 'snapshot', sequence: counter.snapshot(), ...book }]
        : [{ type: 'change', ...counter.change(follows), ...book }];
    };
  },
};
