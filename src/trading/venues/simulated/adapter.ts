import { Agent } from 'node:http';
import type { Clock } from '../../../kernel/index.ts';
import type { BookFeed, Call, Outcome, Venue, WithdrawalRequest } from '../port.ts';
import { callExchange, type Connection, type Reader } from './call.ts';
import { openFeed } from './feed.ts';
import { checksum, CHECKSUM_DEPTH, HEARTBEAT_EVERY_MS, type Operation } from './protocol.ts';
import {
  readBalances,
  readDescription,
  readFoundOrder,
  readFoundWithdrawal,
  readOrder,
  readTrades,
  readWithdrawal,
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

/** A venue that is the simulated exchange, spoken to over its published protocol. */
export function connectSimulated(options: SimulatedVenueOptions): Venue {
  const { code, baseUrl } = options;
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS });
  const connection: Connection = { ...options, agent };
  const feeds = new Set<BookFeed>();

  const ask = <T>(operation: Operation, input: object, call: Call, read: Reader<T>): Promise<Outcome<T>> =>
    callExchange(connection, operation, input, call, read);

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
    },
    orders: {
      ...support,
      types: ['limit', 'market', 'ioc', 'post-only'],
      place: (request, call) => ask('placeOrder', request, call, readOrder),
      cancel: ({ clientOrderId }, call) => ask('cancelOrder', { clientOrderId }, call, readOrder),
      trades: ({ clientOrderId }, call) => ask('trades', { clientOrderId }, call, readTrades),
      find: ({ clientOrderId }, call) => ask('findOrder', { clientOrderId }, call, readFoundOrder),
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
