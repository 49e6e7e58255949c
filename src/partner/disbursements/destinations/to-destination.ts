import type { Destination } from './schema.ts';
import type { DestinationRow } from './store.ts';
import { writtenForm } from './written.ts';

export const toDestination = ({ tenant: _tenant, details, ...row }: DestinationRow): Destination => ({
  ...row,
  ...details,
  kind: details.kind ?? 'bank',
  written_name: details.kind === undefined ? writtenForm(details.name) : null,
  saved_at: row.saved_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  usable_from: row.usable_from?.toISOString() ?? null,
});
