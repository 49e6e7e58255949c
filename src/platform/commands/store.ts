import { sql, type RawBuilder } from 'kysely';
import type { JsonObject } from '../audit/index.ts';
import { statement } from '../postgres/index.ts';

interface IdempotencyKeyTable {
  tenant: string;
  command: string;
  key: string;
  input_hash: Buffer;
  subject_id: string;
  created_at: Date;
}

interface OutboxTable {
  id: string;
  tenant: string;
  type: string;
  resource_kind: string;
  resource_id: string;
  payload: JsonObject;
  created_at: Date;
}

declare module '../postgres/connect.ts' {
  interface Tables {
    idempotency_key: IdempotencyKeyTable;
    outbox: OutboxTable;
  }
}

export type KeyRow = IdempotencyKeyTable;

export type EventRow = Omit<OutboxTable, 'id'>;

/**
 * Waits for a transaction that writes the same key, and fails if that one commits. Nothing that comes after it
 * has to wait for others, so that whoever has the key gets to the end.
 */
export const insertKey = (row: KeyRow, condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into idempotency_key (tenant, command, key, input_hash, subject_id, created_at)
  select ${row.tenant}, ${row.command}, ${row.key}, ${row.input_hash}::bytea, ${row.subject_id},
    ${row.created_at}::timestamptz ${condition}`;

export function insertEvents(rows: readonly EventRow[], condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const values = rows.map(
    (row) => sql`(${row.tenant}, ${row.type}, ${row.resource_kind}, ${row.resource_id}, ${row.payload}::jsonb,
      ${row.created_at}::timestamptz)`,
  );
  return sql`
    insert into outbox (tenant, type, resource_kind, resource_id, payload, created_at)
    select * from (values ${sql.join(values)}) as event ${condition}`;
}

export const selectKey = statement(
  ['acme', 'withdrawal.create', 'ref-1'],
  (db, tenant: string, command: string, key: string) =>
    db
      .selectFrom('idempotency_key')
      .select(['input_hash', 'subject_id'])
      .where('tenant', '=', tenant)
      .where('command', '=', command)
      .where('key', '=', key),
);
