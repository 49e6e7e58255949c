import type { Deposit } from './schema.ts';
import { meaningOf, reasonOf } from './state.ts';
import type { DepositRow } from './store.ts';

/** As the API shows it. */
export function toDeposit(row: DepositRow): Deposit {
  const { address, network, tag, receipt, internal_transfer_id, state, venue_status } = row;
  return {
    id: row.id,
    asset: { code: row.asset },
    venue: row.venue,
    ...meaningOf(state),
    amount: row.amount,
    fee: row.fee,
    blockchainDestination: internal_transfer_id === null ? { address, network, tag } : null,
    blockchainMetadata: receipt === null ? null : { hash: receipt },
    internalTransferId: internal_transfer_id,
    venueTransferId: row.venue_deposit_id,
    venueStatus: venue_status,
    waitingReason: reasonOf(state, venue_status),
    takenBackAt: row.taken_back_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
