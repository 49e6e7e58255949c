import type { SavedDestination } from './schema.ts';
import type { DestinationRow } from './store.ts';

export function toDestination(row: DestinationRow): SavedDestination {
  const { id, alias, kind, network, address, tag, account } = row;
  const created = { createdBy: row.created_by, createdAt: row.created_at.toISOString() };
  return { id, alias, kind, network, address, tag, account, ...created };
}
