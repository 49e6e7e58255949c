import type { mexc as Mexc } from 'ccxt';
import type { BookLevel } from '../../../port/index.ts';
import { bytesIn, readFields, textIn, type Fields } from '../../reading/read-fields.ts';
import type { BookProtocol, StreamedMarket } from '../../books/protocol.ts';

type Class = InstanceType<typeof Mexc>;
interface Message {
  readonly code?: number;
  readonly msg?: string;
  readonly symbol?: string;
  readonly sendTime?: number;
  readonly depth?: {
    readonly bids: readonly BookLevel[];
    readonly asks: readonly BookLevel[];
    readonly fromVersion: string;
    readonly toVersion: string;
  };
}

/** Numbers of the fields in the exchange's declaration of its messages. */
const WRAPPER = { symbol: 3, sendTime: 6, depth: 313 };
const BOOK = { asks: 1, bids: 2, fromVersion: 4, toVersion: 5 };
const LEVEL = { price: 1, quantity: 2 };

/** Levels of a whole book on each side. */
const DEPTH = 1000;

const request = (method: 'SUBSCRIPTION' | 'UNSUBSCRIPTION', { id }: StreamedMarket) => ({
  method,
  params: [`spot@public.aggre.depth.v3.api.pb@100ms@${id}`],
});

const levelsIn = (book: Fields, side: number): BookLevel[] =>
  (book.get(side) ?? []).map((item) => {
    const level = readFields(item as Buffer);
    return [textIn(level, LEVEL.price) ?? '', textIn(level, LEVEL.quantity) ?? ''];
  });

/** The part of a message that is a change of a book, in JSON. */
function readPush(frame: Buffer): string {
  const wrapper = readFields(frame);
  const depth = bytesIn(wrapper, WRAPPER.depth);
  const book = depth && readFields(depth);
  return JSON.stringify({
    symbol: textIn(wrapper, WRAPPER.symbol),
    sendTime: wrapper.get(WRAPPER.sendTime)?.at(-1),
    ...(book && {
      depth: {
        bids: levelsIn(book, BOOK.bids),
        asks: levelsIn(book, BOOK.asks),
        fromVersion: textIn(book, BOOK.fromVersion),
        toVersion: textIn(book, BOOK.toVersion),
      },
    }),
  });
}

/** Changes in Protocol Buffers, numbered by versions; answers are JSON, and the whole book comes over REST. */
export const books: BookProtocol = {
  url: () => 'wss://wbs-api.mexc.com/ws',
  subscribe: (market) => request('SUBSCRIPTION', market),
  unsubscribe: (market) => request('UNSUBSCRIPTION', market),
  ping: '{"method":"PING"}',
  async fetch(exchange, { id }) {
    const answer = await (exchange as Class).spotPublicGetDepth({ symbol: id, limit: DEPTH });
    const { lastUpdateId, bids, asks } = answer as unknown as {
      lastUpdateId: string;
      bids: BookLevel[];
      asks: BookLevel[];
    };
    return { sequence: Number(lastUpdateId), bids, asks };
  },
  decode: (frame, isBinary) => (isBinary ? readPush(frame) : frame.toString('utf8')),
  reader: () => (text) => {
    const { code = 0, msg = '', symbol: market, sendTime, depth } = JSON.parse(text) as Message;
    // A channel that does not exist is only named in words.
    if (code !== 0 || /^Not Subscribed/i.test(msg))
      return [{ type: 'fault', reason: `The venue says ${msg}` }];
    if (!depth) return [{ type: 'alive' }];
    const { bids, asks, fromVersion, toVersion } = depth;
    const at = new Date(sendTime ?? Date.now());
    return [{ type: 'change', market, first: Number(fromVersion), last: Number(toVersion), bids, asks, at }];
  },
};
