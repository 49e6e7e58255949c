import type { Venue } from './port/index.ts';

export const CAPABILITIES = [
  'balances',
  'withdrawals',
  'idempotentWithdrawals',
  'expiringWithdrawals',
  'findableWithdrawals',
  'listableWithdrawals',
  'deposits',
  'depositAddresses',
  'orders',
  'idempotentOrders',
  'expiringOrders',
  'findableOrders',
  'listableOrders',
  'marketOrders',
  'limitOrders',
  'iocOrders',
  'postOnlyOrders',
  'books',
  'liveBooks',
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** What an adapter declares it can do. */
export function capabilitiesOf({
  balances,
  withdrawals,
  deposits,
  addresses,
  orders,
  books,
}: Venue): Capability[] {
  const declared: Record<Capability, boolean | undefined> = {
    balances: balances !== undefined,
    withdrawals: withdrawals !== undefined,
    idempotentWithdrawals: withdrawals?.isIdempotent,
    expiringWithdrawals: withdrawals?.honoursDeadline,
    findableWithdrawals: withdrawals?.find !== undefined,
    listableWithdrawals: withdrawals?.list !== undefined,
    deposits: deposits !== undefined,
    depositAddresses: addresses !== undefined,
    orders: orders !== undefined,
    idempotentOrders: orders?.isIdempotent,
    expiringOrders: orders?.honoursDeadline,
    findableOrders: orders?.find !== undefined,
    listableOrders: orders?.list !== undefined,
    marketOrders: orders?.types.includes('market'),
    limitOrders: orders?.types.includes('limit'),
    iocOrders: orders?.types.includes('ioc'),
    postOnlyOrders: orders?.types.includes('post-only'),
    books: books !== undefined,
    liveBooks: books && !books.isPolled,
  };
  return CAPABILITIES.filter((capability) => declared[capability]);
}
