import { sql, type RawBuilder } from 'kysely';
import { statement } from '../postgres/index.ts';

interface IdempotencyKeyTable {
  tenant: string;
  command: string;
  key: string;
  input_hash: Buffer;
  subject_id: string;
  created_at: Date;
}

declare module '../postgres/connect.ts' {
  interface Tables {
    idempotency_key: IdempotencyKeyTable;
  }
}

/** The hash is in PostgreSQL's text form of bytes: `\\x00ff`. */
export type KeyRow = Omit<IdempotencyKeyTable, 'input_hash'> & { input_hash: string };

/**
 * Waits for a transaction that writes the same key, and fails if that one commits. The statements after it wait for
 * no other transaction, so the holder of the key always finishes.
 */
export const insertKeys = (rows: readonly KeyRow[]): RawBuilder<unknown> => sql`
  insert into idempotency_key (tenant, command, key, input_hash, subject_id, created_at)
  select tenant, command, key, input_hash, subject_id, created_at
  from json_populate_recordset(null::idempotency_key, ${JSON.stringify(rows)}::json)`;

/** The keys of these that were used. */
export const selectKeys = statement(
  ['acme', 'withdrawal.create', ['ref-1']],
  (db, tenant: string, command: string, keys: readonly string[]) =>
    db
      .selectFrom('idempotency_key')
      .select(['key', 'input_hash', 'subject_id'])
      .where('tenant', '=', tenant)
      .where('command', '=', command)
      .where('key', '=', sql<string>`any (${keys}::text[])`),
);
