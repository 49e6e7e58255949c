import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * The published protocol of the exchange. Decimals are strings, times are milliseconds since 1970. A client declares its own
 * side of it, as for any other exchange.
 */
export const OPERATIONS = {
  describe: { method: 'GET', path: '/v1/exchange' },
  balances: { method: 'GET', path: '/v1/balances' },
  withdraw: { method: 'POST', path: '/v1/withdrawals' },
  findWithdrawal: { method: 'GET', path: '/v1/withdrawals' },
  listWithdrawals: { method: 'GET', path: '/v1/withdrawals/all' },
  listDeposits: { method: 'GET', path: '/v1/deposits' },
  providers: { method: 'GET', path: '/v1/providers' },
  depositAddress: { method: 'GET', path: '/v1/deposit-address' },
  placeOrder: { method: 'POST', path: '/v1/orders' },
  cancelOrder: { method: 'POST', path: '/v1/orders/cancel' },
  findOrder: { method: 'GET', path: '/v1/orders' },
  listOrders: { method: 'GET', path: '/v1/orders/all' },
  trades: { method: 'GET', path: '/v1/trades' },
} as const;

export type Operation = keyof typeof OPERATIONS;

export const FEED_PATH = '/v1/feed';
export const HEARTBEAT_EVERY_MS = 1_000;
/** The latest expiry that a request may have, from now. */
export const MAX_EXPIRY_MS = 10 * 60_000;

export const HEADERS = {
  key: 'x-key',
  /** The exchange rejects the request after this time. */
  expires: 'x-expires',
  /** Chosen by the client and repeated in the answer, so that the client can match the two. */
  requestId: 'x-request-id',
  signature: 'x-signature',
} as const;

interface SignedParts {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly expires: string;
  readonly requestId: string;
  readonly body: string;
}

export function sign(secret: string, { method, path, expires, requestId, body }: SignedParts): string {
  return createHmac('sha256', secret)
    .update([method, path, expires, requestId, body].join('\n'))
    .digest('hex');
}

const CHECKSUM_DEPTH = 25;

type Level = readonly [price: string, quantity: string];

/** CRC-32 over the best levels of both sides, each side best first. */
export function checksum(bids: readonly Level[], asks: readonly Level[]): number {
  const best = [...bids.slice(0, CHECKSUM_DEPTH), ...asks.slice(0, CHECKSUM_DEPTH)];
  return crc32(best.map((level) => level.join(':')).join(','));
}
