import { Book, Sequencer } from '../../order-book/index.ts';
import { Joiner } from '../ccxt/books/join.ts';
import { PROFILES } from '../ccxt/profiles.ts';
import { Core } from '../ccxt/testing/core.ts';
import { IMITATIONS, imitationOf } from '../ccxt/testing/imitations.ts';
import { textOf } from '../ccxt/testing/loopback.ts';
import type { BookLevel, FeedEvent } from '../port/index.ts';

const MARKET = { id: 'BTCUSDT', symbol: 'BTC/USDT', info: { wsname: 'XBT/USDT' } };

/** The exchanges that stream plain texts. */
export const STREAMED = Object.keys(IMITATIONS).filter((id) => !PROFILES[id]?.books.decode);
/** The exchanges that stream the first book too; of the others it is fetched. */
export const IN_STREAM = new Set(STREAMED.filter((id) => !PROFILES[id]?.books.fetch));

/** With which the library asks our imitation of an exchange only for what that knows. */
export const optionsOf = (id: string): object => ({ ...PROFILES[id]?.options });

/** The first book of a stream and what followed it, in the exchange's own texts. */
export interface Recording {
  readonly snapshot: { readonly sequence: number; readonly bids: BookLevel[]; readonly asks: BookLevel[] };
  /** With the first book where the exchange streams it. */
  readonly messages: readonly string[];
}

/** Records what an exchange streams of a book that changes at random near its middle. */
export function recordStream(id: string, levels: number, changes: number): Recording {
  const { dialect } = imitationOf(id);
  let newest = '';
  const core = new Core(dialect, (change) => (newest = textOf(dialect.tell(core, change))));
  let state = 1;
  const below = (limit: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  const quantity = (): string => `${1 + below(9)}.${String(below(99_999_999) + 1).padStart(8, '0')}`;
  const level = (direction: 1 | -1, distance: number): BookLevel => [
    `${60_000 + direction * distance}.01`,
    quantity(),
  ];
  const side = (direction: 1 | -1): BookLevel[] =>
    Array.from({ length: levels }, (_, index) => level(direction, index + 1));
  core.change({ bids: side(-1), asks: side(1) });
  const snapshot = { sequence: core.sequence, ...core.book() };
  const subscription = PROFILES[id]?.books.subscribe?.(MARKET);
  const messages = subscription ? dialect.hear(core, JSON.stringify(subscription)).map(textOf) : [];
  for (let count = 0; count < changes; count++) {
    const some = (direction: 1 | -1): BookLevel[] =>
      Array.from({ length: 5 }, () => level(direction, 1 + below(1 + below(levels))));
    core.change({ bids: some(-1), asks: some(1) });
    messages.push(newest);
  }
  return { snapshot, messages };
}

/** Follows a recording with the protocol of the exchange, as market data does. */
export function followRecording(id: string, { snapshot, messages }: Recording): Sequencer {
  const protocol = PROFILES[id]?.books;
  if (!protocol) throw new Error(`${id} has no protocol.`);
  const limits = { bufferedLevels: 50_000, silenceMs: 1e9, backOffMs: 1, maxBackOffMs: 1 };
  const sequencer = new Sequencer(new Book(1000), limits);
  const joiner = new Joiner(() => new Date(0), hear);
  const { checksum: formula } = protocol;

  function hear(event: FeedEvent): void {
    if (event.type !== 'snapshot' && event.type !== 'change') return;
    const { bids, asks, at, checksum } = event;
    const book = { bids, asks, timestampMs: at.getTime() };
    const seq = event.type === 'snapshot' ? event.sequence : event.last;
    if (event.type === 'snapshot') sequencer.handle({ type: 'snapshot', seq, ...book }, 1);
    else sequencer.handle({ type: 'change', prevSeq: event.first - 1, lastSeq: seq, ...book }, 1);
    if (checksum === undefined || !formula) return;
    const best = (own: Book, of: 'bids' | 'asks'): BookLevel[] =>
      own[of].levels(formula.depth).map(({ price, quantity }) => [price, quantity]);
    const matches = (own: Book): boolean => formula.of(best(own, 'bids'), best(own, 'asks')) === checksum;
    sequencer.handle({ type: 'checksum', seq, matches }, 1);
  }

  sequencer.handle({ type: 'connected' }, 1);
  const read = protocol.reader();
  if (protocol.fetch) {
    joiner.hold();
    joiner.join(snapshot);
  }
  for (const text of messages) for (const message of read(text)) joiner.take(message);
  return sequencer;
}
