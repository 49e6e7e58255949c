import { entityTag } from '../../http/index.ts';
import type { DestinationRow } from './store.ts';

export type ShownDestination = ReturnType<typeof toDestination>;

/** A destination as the API shows it. */
export function toDestination(row: DestinationRow) {
  const shown = {
    id: row.id,
    url: row.url,
    events: row.events,
    paused: row.paused,
    createdAt: row.created_at.toISOString(),
    previousSecretUntil: row.previous_until?.toISOString() ?? null,
  };
  return { ...shown, etag: entityTag(shown) };
}
