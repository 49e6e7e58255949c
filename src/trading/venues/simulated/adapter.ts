import { Agent } from 'node:http';
import type { Clock } from '../../../kernel/index.ts';
import {
  answered,
  unknown,
  type BookFeed,
  type Call,
  type Outcome,
  type Venue,
  type WithdrawalRequest,
} from '../port.ts';
import { callExchange, type Connection, type Reader } from './call.ts';
import { openFeed } from './feed.ts';
import { checksum, CHECKSUM_DEPTH, HEARTBEAT_EVERY_MS, type Operation } from './protocol.ts';
import {
  readBalances,
  readDescription,
  readFoundOrder,
  readFoundWithdrawal,
  readOrder,
  readOrders,
  readTrades,
  readWithdrawal,
  readWithdrawals,
} from './read.ts';

export interface SimulatedVenueOptions {
  readonly code: string;
  /** Where the exchange listens, such as `http://127.0.0.1:7001`. */
  readonly baseUrl: string;
  readonly key: string;
  readonly secret: string;
  readonly clock: Clock;
}

const MAX_CONNECTIONS = 16;
const MAX_PAGES = 200;

/** A venue that is the simulated exchange, spoken to over its published protocol. */
export function connectSimulated(options: SimulatedVenueOptions): Venue {
  const { code, baseUrl } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const connection: Connection = { ...options, agent };
  const feeds = new Set<BookFeed>();

  const ask = <T>(operation: Operation, input: object, call: Call, read: Reader<T>): Promise<Outcome<T>> =>
    callExchange(connection, operation, input, call, read);

  /** Every page, or the outcome of the first one that fails. */
  async function askAll<T>(
    operation: Operation,
    since: Date,
    call: Call,
    read: Reader<{ readonly rows: readonly T[]; readonly next: string | null }>,
  ): Promise<Outcome<readonly T[]>> {
    const all: T[] = [];
    let after: string | null = null;
    for (let page = 0; page < MAX_PAGES; page++) {
      const input: object = { since: String(since.getTime()), ...(after !== null && { after }) };
      const outcome: Outcome<{ readonly rows: readonly T[]; readonly next: string | null }> = await ask(
        operation,
        input,
        call,
        read,
      );
      if (outcome.kind !== 'answered') return outcome;
      all.push(...outcome.value.rows);
      after = outcome.value.next;
      if (after === null) return answered(all);
    }
    return unknown(`The venue has more than ${MAX_PAGES} pages since then. Ask for less.`);
  }

  const support = { isIdempotent: true, honoursDeadline: true };

  return {
    code,
    describe: (call) => ask('describe', {}, call, readDescription),
    balances: (call) => ask('balances', {}, call, readBalances),
    withdrawals: {
      ...support,
      submit: (request, call) => ask('withdraw', withoutAlias(request), call, readWithdrawal),
      status: ({ venueTransferId: id }, call) => ask('findWithdrawal', { id }, call, readWithdrawal),
      find: ({ reference }, call) => ask('findWithdrawal', { reference }, call, readFoundWithdrawal),
      list: (since, call) => askAll('listWithdrawals', since, call, readWithdrawals),
    },
    orders: {
      ...support,
      types: ['limit', 'market', 'ioc', 'post-only'],
      place: (request, call) => ask('placeOrder', request, call, readOrder),
      cancel: ({ clientOrderId }, call) => ask('cancelOrder', { clientOrderId }, call, readOrder),
      trades: ({ clientOrderId }, call) => ask('trades', { clientOrderId }, call, readTrades),
      find: ({ clientOrderId }, call) => ask('findOrder', { clientOrderId }, call, readFoundOrder),
      list: ({ since }, call) => askAll('listOrders', since, call, readOrders),
    },
    books: {
      isPolled: false,
      heartbeatEveryMs: HEARTBEAT_EVERY_MS,
      checksum: { depth: CHECKSUM_DEPTH, of: checksum },
      open(symbol, onEvent) {
        const feed = openFeed(baseUrl, symbol, (event) => {
          if (event.type === 'disconnected') feeds.delete(feed);
          onEvent(event);
        });
        feeds.add(feed);
        return {
          refresh: () => feed.refresh(),
          close() {
            feeds.delete(feed);
            feed.close();
          },
        };
      },
    },
    close() {
      for (const feed of feeds) feed.close();
      agent.destroy();
      return Promise.resolve();
    },
  };
}

/** The exchange stores no addresses, and refuses members that it does not know. */
function withoutAlias({ destination, ...request }: WithdrawalRequest) {
  if (destination.kind === 'fiat') return { ...request, destination };
  const { alias: _alias, ...address } = destination;
  return { ...request, destination: address };
}
