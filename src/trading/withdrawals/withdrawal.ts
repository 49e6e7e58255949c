import { toMark } from '../recipients/index.ts';
import type { Withdrawal } from './schema.ts';
import type { WithdrawalRow } from './store.ts';

/** As the API shows it. */
export function toWithdrawal(row: WithdrawalRow): Withdrawal {
  const { destination, receipt } = row;
  const isFiat = destination.kind === 'fiat';
  return {
    id: row.id,
    asset: { code: row.asset },
    venue: row.venue,
    status: row.status,
    amount: row.amount,
    fee: row.fee,
    chargedFee: row.charged_fee,
    receivedAmount: row.received_amount,
    blockchainDestination: isFiat
      ? null
      : {
          address: destination.address,
          network: destination.network,
          tag: destination.tag,
          alias: destination.alias,
        },
    fiatDestination: isFiat ? { alias: destination.alias, reference: destination.reference } : null,
    reference: row.reference,
    venueTransferId: row.venue_transfer_id,
    internalTransferId: row.internal_transfer_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    blockchainMetadata: isFiat || receipt === null ? null : { hash: receipt },
    fiatMetadata: isFiat && receipt !== null ? { reference: receipt } : null,
    failureMessage: row.failure_message,
    recipient: toMark(row),
  };
}
