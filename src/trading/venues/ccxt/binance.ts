import type { Exchange, pro } from 'ccxt';
import type { Travel } from './travel.ts';
import type { BookTap, TappedSnapshot, Traits } from './traits.ts';

type Binance = InstanceType<typeof pro.binance>;
interface Depth {
  readonly lastUpdateId: number | string;
  readonly bids: [string, string][];
  readonly asks: [string, string][];
}
type Message = Record<'U' | 'u' | 'E', number> & Record<'b' | 'a', [string, string][]>;

/** The longest time after its timestamp in which the exchange takes a request. */
const MAX_WINDOW_MS = 60_000;
/** Levels of a whole book on each side. */
const DEPTH = 1000;

/** What ccxt has no common words for at Binance. */
export const binance: Traits = {
  options: { recvWindow: MAX_WINDOW_MS, fetchMarkets: { types: ['spot'] }, fetchMargins: false },
  /** The timestamp is put as far back as makes the window end with the call: nothing is taken after the deadline. */
  stamp(exchange: Exchange, travel: Travel) {
    const nonce = exchange.nonce.bind(exchange);
    exchange.nonce = () => {
      const deadline = travel.deadline();
      return deadline ? Math.min(nonce(), deadline.getTime() - MAX_WINDOW_MS) : nonce();
    };
  },
  honoursDeadline: true,
  looksBackMs: 7 * 24 * 3_600_000,
  referenceParameter: 'withdrawOrderId',
  listWithdrawals: (exchange, by) =>
    (exchange as Binance).sapiGetCapitalWithdrawHistory(
      'reference' in by ? { withdrawOrderId: by.reference } : { idList: by.id },
    ),
  referenceOf: (info) => text(info['withdrawOrderId']),
  failureOf: (info) => text(info['info']),
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

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
