import type { BookLevel } from '../../../port/index.ts';
import { text } from '../../profile.ts';
import { Counter, type BookMessage, type BookProtocol, type StreamedMarket } from '../../books/protocol.ts';

interface Message {
  readonly type?: string;
  readonly message?: string;
  readonly channel?: string;
  readonly timestamp: string;
  readonly sequence_num?: number;
  readonly events?: readonly {
    readonly type: 'snapshot' | 'update';
    readonly product_id: string;
    readonly updates: readonly {
      readonly side: 'bid' | 'offer';
      readonly price_level: string;
      readonly new_quantity: string;
    }[];
  }[];
}

const request = (type: 'subscribe' | 'unsubscribe', { id }: StreamedMarket) => ({
  type,
  product_ids: [id],
  channel: 'level2',
});

/** One number counts everything that is sent over the connection, whatever its channel. */
export const books: BookProtocol = {
  url: () => 'wss://advanced-trade-ws.coinbase.com',
  // A market that shares the book of another may be streamed under the name of that one.
  names: ({ id, info: { alias, alias_to: others } }) => [
    id,
    ...[alias, others].flat().flatMap((name) => text(name) ?? []),
  ],
  subscribe: (market) => request('subscribe', market),
  unsubscribe: (market) => request('unsubscribe', market),
  heartbeats: { type: 'subscribe', channel: 'heartbeats' },
  reader() {
    const counter = new Counter();
    let last: number | undefined;
    let isWhole = true;
    return (line) => {
      const {
        type,
        message = '',
        channel,
        timestamp,
        sequence_num,
        events = [],
      } = JSON.parse(line) as Message;
      if (type === 'error') return [{ type: 'fault', reason: `The venue says ${message}` }];
      if (last !== undefined && sequence_num !== last + 1) isWhole = false;
      last = sequence_num;
      if (channel !== 'l2_data') return [{ type: 'alive' }];
      return events.map(({ type: kind, product_id: market, updates }): BookMessage => {
        const side = (name: string): BookLevel[] =>
          updates
            .filter((update) => update.side === name)
            .map(({ price_level, new_quantity }) => [price_level, new_quantity]);
        const book = { market, bids: side('bid'), asks: side('offer'), at: new Date(timestamp) };
        if (kind !== 'snapshot') return { type: 'change', ...counter.change(isWhole), ...book };
        isWhole = true;
        return { type: 'snapshot', sequence: counter.snapshot(), ...book };
      });
    };
  },
};
