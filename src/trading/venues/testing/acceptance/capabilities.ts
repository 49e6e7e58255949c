import type { Venue } from '../../port.ts';

export type Capability =
  | 'balances'
  | 'withdrawals'
  | 'idempotentWithdrawals'
  | 'expiringWithdrawals'
  | 'findableWithdrawals'
  | 'orders'
  | 'idempotentOrders'
  | 'findableOrders'
  | 'books';

/** Declares cases if the venue has the capability that they are about. */
export type Given = (capability: Capability, declare: () => void) => void;

/** What the adapter says of itself. */
export function capabilitiesOf({ balances, withdrawals, orders, books }: Venue): Capability[] {
  const declared: Record<Capability, boolean | undefined> = {
    balances: balances !== undefined,
    withdrawals: withdrawals !== undefined,
    idempotentWithdrawals: withdrawals?.isIdempotent,
    expiringWithdrawals: withdrawals?.honoursDeadline,
    findableWithdrawals: withdrawals?.find !== undefined,
    orders: orders !== undefined,
    idempotentOrders: orders?.isIdempotent,
    findableOrders: orders?.find !== undefined,
    books: books !== undefined,
  };
  return (Object.keys(declared) as Capability[]).filter((capability) => declared[capability]);
}
