import { Decimal } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { saidOf } from '../deposits/index.ts';
import type { DepositState, VenueDeposit, VenueOrder, VenueWithdrawal } from '../venues/index.ts';
import type { Entry, OwnEntry } from './compare.ts';
import { selectDeposits, selectOrders, selectWithdrawals } from './store.ts';

export interface Account {
  readonly tenant: string;
  readonly venue: string;
}

export const withdrawalEntry = (withdrawal: VenueWithdrawal): Entry => ({
  id: withdrawal.reference === '' ? null : withdrawal.reference,
  venueId: withdrawal.venueTransferId,
  status: withdrawal.status,
  values: {
    asset: withdrawal.asset,
    amount: plain(withdrawal.amount.toString()),
    // One that has not ended may be charged otherwise, and one that failed is not charged.
    ...(withdrawal.fee && withdrawal.status === 'completed' && { fee: plain(withdrawal.fee.toString()) }),
  },
});

export const orderEntry = (order: VenueOrder): Entry => ({
  id: order.clientOrderId === '' ? null : order.clientOrderId,
  venueId: order.venueOrderId,
  status: order.status,
  values: {
    symbol: order.symbol,
    side: order.side,
    quantity: plain(order.quantity.toString()),
    filled: plain(order.filled.toString()),
  },
});

const depositValues = (said: Omit<ReturnType<typeof saidOf>, 'venue_deposit_id'>) => {
  const { asset, amount, address, tag, receipt: transaction, created_at: _at, ...others } = said;
  const shown = { asset, amount: plain(amount), address, tag, transaction, network: others.network };
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== null)) as Entry['values'];
};

/** As we would store it, so that both sides are compared in the same form. Of one that is listed twice, the last one counts. */
export function depositEntries(deposits: readonly VenueDeposit[]): Entry[] {
  const entries = deposits.map(saidOf).map((said): Entry => ({
    id: null,
    venueId: said.venue_deposit_id,
    status: said.state,
    values: depositValues(said),
  }));
  return [...new Map(entries.map((entry) => [entry.venueId, entry])).values()];
}

/** Which of the venue's statuses fit ours. What is not listed fits only what failed there: no money has left. */
const WITHDRAWAL_FITS: Readonly<Record<string, readonly string[]>> = {
  // It is polled until it ends.
  SUBMITTED: ['accepted', 'processing', 'completed', 'failed'],
  COMPLETED: ['completed'],
};

/** An order that is sent or open is still asked about; one that was refused or is absent should not exist. */
const ORDER_FITS: Readonly<Record<string, readonly string[]>> = {
  SENT: ['open', 'filled', 'cancelled'],
  OPEN: ['open', 'filled', 'cancelled'],
  FILLED: ['filled'],
  CANCELLED: ['cancelled'],
};

export async function readWithdrawals(
  db: Db,
  { tenant, venue }: Account,
  since: Date,
  theirs: readonly Entry[],
): Promise<OwnEntry[]> {
  const rows = await selectWithdrawals(db, tenant, venue, since, ...idsOf(theirs)).execute();
  return rows.map(({ id, venue_transfer_id, asset, amount, fee, status, sent_at }) => ({
    id,
    venueId: venue_transfer_id,
    status,
    values: { asset, amount: plain(amount), ...(fee !== null && { fee: plain(fee) }) },
    isExpected: ['SUBMITTED', 'COMPLETED'].includes(status) && sent_at !== null && sent_at >= since,
    fits: (there) => (WITHDRAWAL_FITS[status] ?? ['failed']).includes(there),
  }));
}

/** One that is not final is read again until it is. */
const FINAL: ReadonlySet<DepositState> = new Set(['credited', 'rejected']);

/** Those that the venue recorded before `reach` are ones that it does not list any more. */
export async function readDeposits(
  db: Db,
  { tenant, venue }: Account,
  since: Date,
  theirs: readonly Entry[],
  reach: Date,
): Promise<OwnEntry[]> {
  const [, venueIds] = idsOf(theirs);
  const rows = await selectDeposits(db, tenant, venue, since, venueIds).execute();
  return rows.map(({ id, venue_deposit_id, state, ...row }) => ({
    id,
    venueId: venue_deposit_id,
    status: state,
    values: depositValues({ ...row, state }),
    isExpected: row.created_at >= since && row.created_at >= reach,
    fits: (there) => !FINAL.has(state) || there === state,
  }));
}

/** Orders that ended without a trade before `untradedSince` are ones that the venue has forgotten. */
export async function readOrders(
  db: Db,
  { tenant, venue }: Account,
  since: Date,
  theirs: readonly Entry[],
  untradedSince: Date,
): Promise<OwnEntry[]> {
  const rows = await selectOrders(db, tenant, venue, since, ...idsOf(theirs)).execute();
  const isShown = (created: Date, status: string, filled: string): boolean =>
    created >= since && (created >= untradedSince || status !== 'CANCELLED' || !Decimal.parse(filled).isZero);
  return rows.map(({ id, venue_order_id, symbol, side, quantity, filled, status, created_at }) => ({
    id,
    venueId: venue_order_id,
    status,
    values: {
      symbol,
      side,
      quantity: plain(quantity),
      // One that has not ended may be filled further.
      ...(!['SENT', 'OPEN'].includes(status) && { filled: plain(filled) }),
    },
    isExpected: ['OPEN', 'FILLED', 'CANCELLED'].includes(status) && isShown(created_at, status, filled),
    fits: (there) => (ORDER_FITS[status] ?? []).includes(there),
  }));
}

const idsOf = (entries: readonly Entry[]): [string[], string[]] => [
  entries.flatMap(({ id }) => id ?? []),
  entries.flatMap(({ venueId }) => venueId ?? []),
];

const plain = (amount: string): string => Decimal.parse(amount).trim().toString();
