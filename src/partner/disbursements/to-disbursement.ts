import type { Static } from 'typebox';
import { Decimal } from '../../kernel/index.ts';
import type { Disbursement, DISBURSEMENT } from './schema.ts';
import type { DisbursementRow } from './store.ts';

export const toDisbursement = ({ tenant: _tenant, ...row }: DisbursementRow): Disbursement => ({
  ...row,
  requested_at: row.requested_at.toISOString(),
  approved_at: row.approved_at?.toISOString() ?? null,
  settled_at: row.settled_at?.toISOString() ?? null,
  reviewed_at: row.reviewed_at?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
});

/** As the API shows it. */
export const shown = (made: Disbursement): Static<typeof DISBURSEMENT> => ({
  ...made,
  amount: Decimal.parse(made.amount).trim(),
  returned_amount: made.returned_amount === null ? null : Decimal.parse(made.returned_amount).trim(),
});
