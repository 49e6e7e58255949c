import type { DeviceRow } from '../push/index.ts';

/** A device as its owner sees it, without its address. */
export const toDevice = (row: DeviceRow) => ({
  id: row.id,
  name: row.name,
  host: row.host,
  fingerprint: row.fingerprint.toString('base64url'),
  createdAt: row.created_at.toISOString(),
  lastSentAt: row.last_sent_at?.toISOString() ?? null,
  failingSince: row.failing_since?.toISOString() ?? null,
  lastError: row.last_error,
});
