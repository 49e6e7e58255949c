import { meaningOf } from '../deposits/index.ts';
import type { Transfer } from './schema.ts';
import type { TransferRow } from './store.ts';

export function toTransfer(row: TransferRow): Transfer {
  const { destination } = row;
  if (destination.kind === 'fiat' || row.to_venue === null) throw new Error(`${row.id} is no transfer.`);
  const { network, address, tag } = destination;
  const { deposit_id, deposit_state, deposit_amount, deposit_venue_id } = row;
  return {
    id: row.id,
    reference: row.reference,
    fromVenue: row.venue,
    toVenue: row.to_venue,
    asset: { code: row.asset },
    amount: row.amount,
    blockchainDestination: { network, address, tag },
    status: row.transfer_status,
    withdrawal: {
      status: row.status,
      venueTransferId: row.venue_transfer_id,
      hash: row.receipt,
      internalTransferId: row.internal_transfer_id,
      receivedAmount: row.received_amount,
      fee: row.fee,
    },
    deposit:
      deposit_id === null || deposit_state === null
        ? null
        : {
            id: deposit_id,
            ...meaningOf(deposit_state),
            amount: deposit_amount ?? '',
            venueTransferId: deposit_venue_id ?? '',
          },
    waitingReason: row.reason ?? row.failure_message ?? row.waiting_reason,
    createdAt: row.created_at.toISOString(),
    updatedAt: (row.matched_at && row.matched_at > row.updated_at
      ? row.matched_at
      : row.updated_at
    ).toISOString(),
  };
}
