import { crc32 } from 'node:zlib';
import { isLosslessNumber, parse } from 'lossless-json';
import type { BookLevel } from '../../../port.ts';
import { Counter, type BookMessage, type BookProtocol, type StreamedMarket } from '../../protocol.ts';

interface Message {
  readonly channel?: string;
  readonly type?: 'snapshot' | 'update';
  readonly success?: boolean;
  readonly error?: string;
  readonly data?: readonly {
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

const request = (method: 'subscribe' | 'unsubscribe', { symbol }: StreamedMarket) => ({
  method,
  params: { channel: 'book', symbol: [symbol], depth: DEPTH },
});

/** Prices and quantities are JSON numbers, and the checksum is over their texts. */
const textOf = (value: unknown): string => (isLosslessNumber(value) ? value.value : String(value));
const levels = (rows: readonly WireLevel[]): BookLevel[] =>
  rows.map(({ price, qty }) => [textOf(price), textOf(qty)]);

const digits = (text: string): string => text.replace('.', '').replace(/^0+/, '');

/** Nothing numbers the messages: the checksum alone proves that none is missing. */
export const books: BookProtocol = {
  url: () => 'wss://ws.kraken.com/v2',
  subscribe: (market) => request('subscribe', market),
  unsubscribe: (market) => request('unsubscribe', market),
  checksum: {
    depth: 10,
    of: (bids, asks) => crc32([...asks, ...bids].map((level) => level.map(digits).join('')).join('')),
  },
  reader() {
    const counter = new Counter();
    return (text) => {
      const { channel, type, success, error, data = [] } = parse(text) as Message;
      if (success === false) return [{ type: 'fault', reason: `The venue says ${error}` }];
      if (channel !== 'book') return [{ type: 'alive' }];
      return data.map((book): BookMessage => {
        const update = {
          bids: levels(book.bids),
          asks: levels(book.asks),
          at: book.timestamp === undefined ? new Date() : new Date(book.timestamp),
          checksum: Number(textOf(book.checksum)),
        };
        return type === 'snapshot'
          ? { type, sequence: counter.snapshot(), ...update }
          : { type: 'change', ...counter.change(true), ...update };
      });
    };
  },
};
