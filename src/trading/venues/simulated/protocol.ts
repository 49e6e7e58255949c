import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Cause } from '../port/index.ts';

/**
 * Our side of the protocol that the simulated exchange publishes (exchange/protocol.ts). It is declared independently, as for
 * any other exchange: the acceptance suite shows that both sides agree.
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
/** The exchange rejected the request before acting on it, so the same request may be sent again. */
export const NOT_ACTED_ON_CODES: ReadonlyMap<string, Cause> = new Map([
  ['expired', 'clock'],
  ['rate_limited', 'limit'],
  ['unauthenticated', 'key'],
]);

/** The exchange proves by these that it did nothing, by what was asked of it; no other code proves anything about money. */
export const REFUSAL_CODES: Partial<Record<Operation, ReadonlySet<string>>> = {
  withdraw: new Set([
    'below_minimum',
    'beneficiary_required',
    'insufficient_balance',
    'invalid_amount',
    'invalid_beneficiary',
    'invalid_destination',
    'invalid_request',
    'unknown_asset',
    'unknown_network',
  ]),
  placeOrder: new Set([
    'below_minimum',
    'insufficient_balance',
    'invalid_price',
    'invalid_request',
    'unknown_symbol',
    'would_take',
  ]),
  cancelOrder: new Set(),
};

export const HEADERS = {
  key: 'x-key',
  /** The exchange rejects the request after this time. */
  expires: 'x-expires',
  /** Repeated in the answer, which shows which request it answers. */
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

export const CHECKSUM_DEPTH = 25;

type Level = readonly [price: string, quantity: string];

/** CRC-32 over the best levels of both sides, each side best first. */
export function checksum(bids: readonly Level[], asks: readonly Level[]): number {
  const best = [...bids.slice(0, CHECKSUM_DEPTH), ...asks.slice(0, CHECKSUM_DEPTH)];
  return crc32(best.map((level) => level.join(':')).join(','));
}
