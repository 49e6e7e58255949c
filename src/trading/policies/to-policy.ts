import type { Policy } from './schema.ts';
import type { PolicyRow } from './store.ts';

export function toPolicy(row: PolicyRow): Policy {
  return {
    version: row.version,
    status: row.status,
    rules: row.rules,
    groups: row.groups,
    proposedBy: row.proposed_by,
    proposedAt: row.proposed_at.toISOString(),
    confirmedBy: row.confirmed_by,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
    endedBy: row.ended_by,
    endedAt: row.ended_at?.toISOString() ?? null,
  };
}
