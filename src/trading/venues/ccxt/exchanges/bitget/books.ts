import { crc32 } from 'node:zlib';
import type { BookLevel } from '../../../port/index.ts';
import { Counter, type BookMessage, type BookProtocol, type StreamedMarket } from '../../books/protocol.ts';

interface Message {
  readonly event?: string;
  readonly msg?: string;
  readonly action?: 'snapshot' | 'update';
  readonly arg?: { readonly instId: string };
  readonly data?: readonly {
    readonly bids: readonly BookLevel[];
    readonly asks: readonly BookLevel[];
    readonly checksum: number;
    readonly ts: string;
  }[];
}

const DEPTH = 25;
const argument = ({ id: instId }: StreamedMarket) => ({
  args: [{ instType: 'SPOT', channel: 'books', instId }],
});

/** Bids and asks in turn; where one side has fewer levels, the rest of the other follows. */
function inTurn(bids: readonly BookLevel[], asks: readonly BookLevel[]): string {
  let text = '';
  for (let index = 0; index < DEPTH; index++) {
    const [bid, ask] = [bids[index], asks[index]];
    if (bid) text += `:${bid[0]}:${bid[1]}`;
    if (ask) text += `:${ask[0]}:${ask[1]}`;
  }
  return text.slice(1);
}

/** Nothing numbers the messages: the checksum alone proves that none is missing. */
export const books: BookProtocol = {
  url: () => 'wss://ws.bitget.com/v2/ws/public',
  sandboxUrl: () => 'wss://wspap.bitget.com/v2/ws/public',
  subscribe: (market) => ({ op: 'subscribe', ...argument(market) }),
  unsubscribe: (market) => ({ op: 'unsubscribe', ...argument(market) }),
  ping: 'ping',
  // Signed, as the exchange writes it.
  checksum: { depth: DEPTH, of: (bids, asks) => crc32(inTurn(bids, asks)) | 0 },
  reader() {
    const counter = new Counter();
    return (text) => {
      if (text === 'pong') return [{ type: 'alive' }];
      const { event, msg = '', action, arg, data = [] } = JSON.parse(text) as Message;
      if (event === 'error') return [{ type: 'fault', reason: `The venue says ${msg}` }];
      return data.map(({ bids, asks, checksum, ts }): BookMessage => {
        const book = { market: arg?.instId, bids, asks, checksum, at: new Date(Number(ts)) };
        return action === 'snapshot'
          ? { type: 'snapshot', sequence: counter.snapshot(), ...book }
          : { type: 'change', ...counter.change(true), ...book };
      });
    };
  },
};
