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

/** With the hash as PostgreSQL writes bytes: `\\x00ff`. */
export type KeyRow = Omit<IdempotencyKeyTable, 'input_hash'> & { input_hash: string };

export type EventRow = Omit<OutboxTable, 'id'>;

/**
 * Waits for a transaction that writes the same key, and fails if that one commits. Nothing that comes after it
 * has to wait for others, so that whoever has the key gets to the end.
 */
export const insertKeys = (rows: readonly KeyRow[]): RawBuilder<unknown> => sql`
  insert into idempotency_key (tenant, command, key, input_hash, subject_id, created_at)
  select tenant, command, key, input_hash, subject_id, created_at
  from json_populate_recordset(null::idempotency_key, ${rows}::json)`;

export const insertEvents = (rows: readonly EventRow[]): RawBuilder<unknown> => sql`
  insert into outbox (tenant, type, resource_kind, resource_id, payload, created_at)
  select tenant, type, resource_kind, resource_id, payload, created_at
  from json_populate_recordset(null::outbox, ${rows}::json)`;

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

/** Those of the keys that have been used. */
export const selectUsedKeys = statement(
  ['acme', 'withdrawal.create', ['ref-1']],
  (db, tenant: string, command: string, keys: readonly string[]) =>
    db
      .selectFrom('idempotency_key')
      .select('key')
      .where('tenant', '=', tenant)
      .where('command', '=', command)
      .where('key', '=', sql<string>`any (${keys}::text[])`),
);
