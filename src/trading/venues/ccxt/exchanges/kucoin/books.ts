import { randomUUID } from 'node:crypto';
import type { kucoin as Kucoin } from 'ccxt';
import type { BookLevel } from '../../../port/index.ts';
import type { BookProtocol, StreamedMarket } from '../../books/protocol.ts';

type Class = InstanceType<typeof Kucoin>;
/** Price, quantity and the number of the change. */
type WireChange = readonly [price: string, quantity: string, sequence: string];
interface Message {
  readonly type: string;
  readonly topic?: string;
  readonly data?: {
    readonly sequenceStart: number;
    readonly sequenceEnd: number;
    readonly time: number;
    readonly changes: { readonly bids: readonly WireChange[]; readonly asks: readonly WireChange[] };
  };
}

const TOPIC = '/market/level2:';

const request = (type: 'subscribe' | 'unsubscribe', { id }: StreamedMarket) => ({
  id: randomUUID(),
  type,
  topic: `${TOPIC}${id}`,
  privateChannel: false,
  response: true,
});

/** In the order of their numbers. A change at price zero only counts the number on. */
const levels = (changes: readonly WireChange[]): BookLevel[] =>
  changes
    .filter(([price]) => Number(price) > 0)
    .toSorted(([, , a], [, , b]) => Number(a) - Number(b))
    .map(([price, quantity]) => [price, quantity]);

/** Changes numbered from `sequenceStart` to `sequenceEnd`; the address has a token, and the whole book comes over REST. */
export const books: BookProtocol = {
  async url(_market, exchange) {
    const { data } = (await (exchange as Class).publicPostBulletPublic()) as unknown as {
      data: { token: string; instanceServers: { endpoint: string }[] };
    };
    const [server] = data.instanceServers;
    if (!server) throw new Error('The venue offers no stream.');
    return `${server.endpoint}?${new URLSearchParams({ token: data.token, connectId: randomUUID() }).toString()}`;
  },
  subscribe: (market) => request('subscribe', market),
  unsubscribe: (market) => request('unsubscribe', market),
  ping: '{"id":"ping","type":"ping"}',
  async fetch(exchange, { id }) {
    const { data } = (await (exchange as Class).privateGetMarketOrderbookLevel2({
      symbol: id,
    })) as unknown as {
      data: { sequence: string; bids: BookLevel[]; asks: BookLevel[] };
    };
    return { sequence: Number(data.sequence), bids: data.bids, asks: data.asks };
  },
  reader: () => (text) => {
    const { type, topic = '', data } = JSON.parse(text) as Message;
    if (type === 'error') return [{ type: 'fault', reason: `The venue says ${text.slice(0, 200)}` }];
    if (type !== 'message' || !data) return [{ type: 'alive' }];
    const { sequenceStart: first, sequenceEnd: last, changes, time } = data;
    const market = topic.slice(TOPIC.length);
    const book = { market, bids: levels(changes.bids), asks: levels(changes.asks), at: new Date(time) };
    return [{ type: 'change', first, last, ...book }];
  },
};
