import { toMark } from '../recipients/index.ts';
import type { SavedDestination } from './schema.ts';
import type { DestinationRow } from './store.ts';

export function toDestination(row: DestinationRow): SavedDestination {
  const { id, alias, kind, network, address, tag, account } = row;
  const created = { createdBy: row.created_by, createdAt: row.created_at.toISOString() };
  return {
    id,
    alias,
    kind,
    network,
    address,
    tag,
    account,
    recipient: toMark(row),
    ...created,
    status: row.confirmed_at === null ? 'UNCONFIRMED' : 'CONFIRMED',
    confirmedBy: row.confirmed_by,
    confirmedAt: row.confirmed_at?.toISOString() ?? null,
  };
}
