import { gunzipSync } from 'node:zlib';
import { parse } from 'lossless-json';
import type { BookLevel } from '../../../port/index.ts';
import { textOfNumber } from '../../reading/read-number.ts';
import type { BookProtocol, StreamedMarket } from '../../books/protocol.ts';

interface Message {
  readonly ping?: unknown;
  readonly status?: string;
  readonly 'err-msg'?: string;
  /** The channel of a change, and that of an answer. */
  readonly ch?: string;
  readonly rep?: string;
  readonly ts?: unknown;
  readonly tick?: WireBook;
  readonly data?: WireBook;
}
interface WireBook {
  readonly seqNum: unknown;
  readonly prevSeqNum: unknown;
  readonly bids?: readonly (readonly unknown[])[];
  readonly asks?: readonly (readonly unknown[])[];
}

/** Levels on each side. */
const DEPTH = 150;
const channelOf = ({ id }: StreamedMarket): string => `market.${id}.mbp.${DEPTH}`;

const number = (value: unknown): number => Number(textOfNumber(value));
const levels = (rows: WireBook['bids'] = []): BookLevel[] =>
  rows.map(([price, quantity]) => [textOfNumber(price), textOfNumber(quantity)]);
const bookOf = ({ bids, asks }: WireBook) => ({ bids: levels(bids), asks: levels(asks) });

/** Frames are compressed, and numbers are JSON numbers. Each change names the one before; the whole book is asked for. */
export const books: BookProtocol = {
  url: () => 'wss://api.huobi.pro/feed',
  subscribe: (market) => ({ sub: channelOf(market), id: 'changes' }),
  unsubscribe: (market) => ({ unsub: channelOf(market), id: 'changes' }),
  request: (market) => ({ req: channelOf(market), id: 'book' }),
  decode: (frame, isBinary, maxOutputLength) =>
    (isBinary ? gunzipSync(frame, { maxOutputLength }) : frame).toString('utf8'),
  reader: () => (line) => {
    const { ping, status, 'err-msg': fault, ch, rep, ts, tick, data } = parse(line) as Message;
    if (ping !== undefined) return [{ type: 'question', reply: { pong: number(ping) } }];
    if (status === 'error') return [{ type: 'fault', reason: `The venue says ${fault}` }];
    const market = (ch ?? rep)?.split('.')[1];
    if (rep !== undefined && data) {
      return [{ type: 'snapshot', market, sequence: number(data.seqNum), ...bookOf(data) }];
    }
    if (ch === undefined || !tick) return [{ type: 'alive' }];
    const [first, last] = [number(tick.prevSeqNum) + 1, number(tick.seqNum)];
    return [{ type: 'change', market, first, last, ...bookOf(tick), at: new Date(number(ts)) }];
  },
};
