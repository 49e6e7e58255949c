import type { pro } from 'ccxt';
import type { BookTap, TappedSnapshot, Traits } from './traits.ts';

type Binance = InstanceType<typeof pro.binance>;
interface Depth {
  readonly lastUpdateId: number | string;
  readonly bids: [string, string][];
  readonly asks: [string, string][];
}
type Message = Record<'U' | 'u' | 'E', number> & Record<'b' | 'a', [string, string][]>;

/** Levels of a whole book on each side. */
const DEPTH = 1000;

/** What ccxt has no common words for at Binance. */
export const binance: Traits = {
  tapBooks(exchange, { onSnapshot, onChange }: BookTap) {
    const instance = exchange as Binance;
    const apply = instance.handleOrderBookMessage.bind(instance);
    // Called for every message that follows on the one before, and for no other.
    instance.handleOrderBookMessage = (client, message: Message, book: { nonce: number }) => {
      const first = book.nonce + 1;
      const applied: unknown = apply(client, message, book);
      onChange({ first, last: message.u, bids: message.b, asks: message.a, at: new Date(message.E) });
      return applied;
    };
    const depth = instance.publicGetDepth.bind(instance);
    const read = async (parameters: object): Promise<{ raw: Depth; snapshot: TappedSnapshot }> => {
      const raw = (await depth(parameters)) as unknown as Depth;
      const { lastUpdateId, bids, asks } = raw;
      return { raw, snapshot: { sequence: Number(lastUpdateId), bids, asks } };
    };
    instance.publicGetDepth = async (parameters = {}) => {
      const { raw, snapshot } = await read(parameters);
      onSnapshot(snapshot);
      return raw;
    };
    return async (symbol) => (await read({ symbol: instance.marketId(symbol), limit: DEPTH })).snapshot;
  },
};
