import type { binance as Binance } from 'ccxt';
import type { BookLevel } from '../../../port/index.ts';
import type { BookProtocol } from '../../books/protocol.ts';

type Class = InstanceType<typeof Binance>;
interface Message {
  readonly e?: string;
  readonly E: number;
  readonly s: string;
  readonly U: number;
  readonly u: number;
  readonly b: readonly BookLevel[];
  readonly a: readonly BookLevel[];
}

/** Levels of a whole book on each side. */
const DEPTH = 1000;

/** Changes numbered from `U` to `u`; the whole book comes over REST. */
export const books: BookProtocol = {
  url: ({ id }) => `wss://stream.binance.com:9443/ws/${id.toLowerCase()}@depth@100ms`,
  sandboxUrl: ({ id }) => `wss://stream.testnet.binance.vision/ws/${id.toLowerCase()}@depth@100ms`,
  async fetch(exchange, { id }) {
    const answer = await (exchange as Class).publicGetDepth({ symbol: id, limit: DEPTH });
    const { lastUpdateId, bids, asks } = answer as unknown as {
      lastUpdateId: string;
      bids: BookLevel[];
      asks: BookLevel[];
    };
    return { sequence: Number(lastUpdateId), bids, asks };
  },
  reader: () => (text) => {
    const message = JSON.parse(text) as Message;
    if (message.e !== 'depthUpdate')
      return [{ type: 'fault', reason: `The venue says ${text.slice(0, 200)}` }];
    const { s: market, U: first, u: last, b: bids, a: asks, E } = message;
    return [{ type: 'change', market, first, last, bids, asks, at: new Date(E) }];
  },
};
