import type { ChatRow } from '../chat/index.ts';

/** A chat as people see it, without its URL. */
export const toChat = (row: ChatRow) => ({
  format: row.format,
  host: row.host,
  recipient: row.recipient,
  lastSentAt: row.last_sent_at?.toISOString() ?? null,
  failingSince: row.failing_since?.toISOString() ?? null,
  lastError: row.last_error,
  disabledAt: row.disabled_at?.toISOString() ?? null,
});

export const toRoom = (row: ChatRow) => ({
  id: row.id,
  name: row.room ?? '',
  ...toChat(row),
  kinds: row.kinds ?? [],
  detail: row.detail ?? 'bare',
  language: row.language ?? 'en',
});
