import { crc32 } from 'node:zlib';
import { parse } from 'lossless-json';
import type { BookLevel } from '../../../port/index.ts';
import { text } from '../../profile.ts';
import { textOfNumber } from '../../reading/read-number.ts';
import { Counter, type BookMessage, type BookProtocol, type StreamedMarket } from '../../books/protocol.ts';

interface Message {
  readonly channel?: string;
  readonly type?: 'snapshot' | 'update';
  readonly success?: boolean;
  readonly error?: string;
  readonly data?: readonly {
    readonly symbol: string;
    readonly bids: readonly WireLevel[];
    readonly asks: readonly WireLevel[];
    readonly checksum: unknown;
    readonly timestamp?: string;
  }[];
}
interface WireLevel {
  readonly price: unknown;
  readonly qty: unknown;
}

/** As many as our own books hold, so that both forget the same levels. */
const DEPTH = 1000;

/** Coins that have a name of their own in the stream. */
const RENAMED: Readonly<Record<string, string>> = { XBT: 'BTC', XDG: 'DOGE' };

/** Never ccxt's symbol: under some of those the stream has another coin, such as the old one under LUNA. */
function nameOf({ id, info }: StreamedMarket): string {
  const name = text(info['wsname']);
  if (name === undefined) throw new Error(`The venue does not tell the name of ${id} in its stream.`);
  return name
    .split('/')
    .map((coin) => RENAMED[coin] ?? coin)
    .join('/');
}

const request = (method: 'subscribe' | 'unsubscribe', market: StreamedMarket) => ({
  method,
  params: { channel: 'book', symbol: [nameOf(market)], depth: DEPTH },
});

/** Prices and quantities are JSON numbers, and the checksum is over their digits. */
const levels = (rows: readonly WireLevel[]): BookLevel[] =>
  rows.map(({ price, qty }) => [textOfNumber(price), textOfNumber(qty)]);

const digits = (text: string): string => text.replace('.', '').replace(/^0+/, '');

/** Nothing numbers the messages: the checksum alone proves that none is missing. */
export const books: BookProtocol = {
  url: () => 'wss://ws.kraken.com/v2',
  names: (market) => [nameOf(market)],
  subscribe: (market) => request('subscribe', market),
  unsubscribe: (market) => request('unsubscribe', market),
  checksum: {
    depth: 10,
    of: (bids, asks) => crc32([...asks, ...bids].map((level) => level.map(digits).join('')).join('')),
  },
  reader() {
    const counter = new Counter();
    return (line) => {
      const { channel, type, success, error, data = [] } = parse(line) as Message;
      if (success === false) return [{ type: 'fault', reason: `The venue says ${error}` }];
      if (channel !== 'book') return [{ type: 'alive' }];
      return data.map((book): BookMessage => {
        const update = {
          market: book.symbol,
          bids: levels(book.bids),
          asks: levels(book.asks),
          at: book.timestamp === undefined ? new Date() : new Date(book.timestamp),
          checksum: Number(textOfNumber(book.checksum)),
        };
        return type === 'snapshot'
          ? { type, sequence: counter.snapshot(), ...update }
          : { type: 'change', ...counter.change(true), ...update };
      });
    };
  },
};
