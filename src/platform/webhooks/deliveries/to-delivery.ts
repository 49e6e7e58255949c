import type { DeliveryRow } from './store.ts';

/** As the API shows it. */
export const toDelivery = (row: DeliveryRow) => ({
  messageId: row.message_id,
  type: row.type,
  resource: row.resource,
  state: row.state,
  attempts: row.attempts,
  nextAttemptAt: row.due_at?.toISOString() ?? null,
  lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
  lastStatus: row.last_status,
  lastError: row.last_error,
  createdAt: row.created_at.toISOString(),
});
