import type { bitstamp as Bitstamp } from 'ccxt';
import type { BookLevel } from '../../../port/index.ts';
import type { BookProtocol, StreamedMarket } from '../../books/protocol.ts';

type Class = InstanceType<typeof Bitstamp>;
interface Message {
  readonly event: string;
  readonly channel?: string;
  readonly data?: {
    readonly message?: string;
    readonly microtimestamp: string;
    readonly bids: readonly BookLevel[];
    readonly asks: readonly BookLevel[];
  };
}

const CHANNEL = 'diff_order_book_';

const request = (event: 'bts:subscribe' | 'bts:unsubscribe', { id }: StreamedMarket) => ({
  event,
  data: { channel: `${CHANNEL}${id}` },
});

/**
 * Changes with nothing but the time of each: one that is out of order shows, one that is lost does not. So the whole
 * book is fetched again every few seconds.
 */
export const books: BookProtocol = {
  url: () => 'wss://ws.bitstamp.net',
  subscribe: (market) => request('bts:subscribe', market),
  unsubscribe: (market) => request('bts:unsubscribe', market),
  ping: '{"event":"bts:heartbeat"}',
  fetchEveryMs: 5_000,
  async fetch(exchange, { id }) {
    const answer = await (exchange as Class).publicGetOrderBookPair({ pair: id, group: 1 });
    const { microtimestamp, bids, asks } = answer as unknown as {
      microtimestamp: string;
      bids: BookLevel[];
      asks: BookLevel[];
    };
    return { sequence: Number(microtimestamp), bids, asks };
  },
  reader() {
    let last = 0;
    return (text) => {
      const { event, channel = '', data } = JSON.parse(text) as Message;
      if (event === 'bts:request_reconnect')
        return [{ type: 'fault', reason: 'The venue wants a new connection.' }];
      if (event === 'bts:error') return [{ type: 'fault', reason: `The venue says ${data?.message}` }];
      if (event !== 'data' || !data) return [{ type: 'alive' }];
      const { microtimestamp, bids, asks } = data;
      const time = Number(microtimestamp);
      if (time === last) return [{ type: 'alive' }];
      const book = { market: channel.slice(CHANNEL.length), bids, asks, at: new Date(time / 1000) };
      // One that is older than the one before leaves a hole.
      const first = time > last ? last + 1 : last + 2;
      last = Math.max(time, first);
      return [{ type: 'change', first, last, ...book }];
    };
  },
};
