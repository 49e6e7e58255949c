import type { Disbursement } from './schema.ts';
import type { DisbursementRow } from './store.ts';

export const toDisbursement = ({ tenant: _tenant, ...row }: DisbursementRow): Disbursement => ({
  ...row,
  requested_at: row.requested_at.toISOString(),
  approved_at: row.approved_at?.toISOString() ?? null,
  settled_at: row.settled_at?.toISOString() ?? null,
  reviewed_at: row.reviewed_at?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
});
