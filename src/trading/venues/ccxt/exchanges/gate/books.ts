import type { BookLevel } from '../../../port/index.ts';
import { Counter, type BookProtocol, type StreamedMarket } from '../../books/protocol.ts';

interface Message {
  readonly event?: string;
  readonly error?: { readonly message: string } | null;
  readonly result?: {
    readonly t: number;
    readonly s?: string;
    readonly full?: boolean;
    readonly U?: number;
    readonly u: number;
    readonly b?: readonly BookLevel[];
    readonly a?: readonly BookLevel[];
  };
}

const request = (event: 'subscribe' | 'unsubscribe', { id }: StreamedMarket) => ({
  time: Math.floor(Date.now() / 1000),
  channel: 'spot.obu',
  event,
  payload: [`ob.${id}.400`],
});

/** 400 levels, then changes numbered from `U` to `u`. */
export const books: BookProtocol = {
  url: () => 'wss://api.gateio.ws/ws/v4/',
  sandboxUrl: () => 'wss://ws-testnet.gate.com/v4/ws/spot',
  subscribe: (market) => request('subscribe', market),
  unsubscribe: (market) => request('unsubscribe', market),
  reader() {
    const counter = new Counter();
    let last = 0;
    return (text) => {
      const { event, error, result } = JSON.parse(text) as Message;
      if (error) return [{ type: 'fault', reason: `The venue says ${error.message}` }];
      if (event !== 'update' || !result) return [{ type: 'alive' }];
      const { full, s = '', U: first, u, b: bids = [], a: asks = [], t } = result;
      const follows = first === last + 1;
      last = u;
      const book = { market: s.split('.')[1], bids, asks, at: new Date(t) };
      return full
        ? [{ type: 'snapshot', sequence: counter.snapshot(), ...book }]
        : [{ type: 'change', ...counter.change(follows), ...book }];
    };
  },
};
