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

interface RequestKeyTable {
  tenant: string;
  caller: string;
  key: string;
  step: number;
  content_hash: Buffer;
  subject_id: string;
  result: Buffer | null;
  created_at: Date;
}

declare module '../postgres/connect.ts' {
  interface Tables {
    idempotency_key: IdempotencyKeyTable;
    request_key: RequestKeyTable;
  }
}

/** Bytes are in PostgreSQL's text form: `\\x00ff`. */
type WithBytesAsText<Row> = {
  [Column in keyof Row]: Row[Column] extends Buffer | null
    ? string | Extract<Row[Column], null>
    : Row[Column];
};

export type KeyRow = WithBytesAsText<IdempotencyKeyTable>;
export type RequestKeyRow = WithBytesAsText<RequestKeyTable>;

export const bytesAsText = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

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

/** Waits and fails as `insertKeys` does. */
export const insertRequestKeys = (rows: readonly RequestKeyRow[]): RawBuilder<unknown> => sql`
  insert into request_key (tenant, caller, key, step, content_hash, subject_id, result, created_at)
  select tenant, caller, key, step, content_hash, subject_id, result, created_at
  from json_populate_recordset(null::request_key, ${JSON.stringify(rows)}::json)`;

/** A step of another request under this key or, if there is none, this step of the same request. */
export const selectRequestKey = statement(
  ['acme', 'desk', 'key-1', 0, Buffer.alloc(32)],
  (db, tenant: string, caller: string, key: string, step: number, contentHash: Buffer) =>
    db
      .selectFrom('request_key')
      .select(['content_hash', 'subject_id', 'result'])
      .where('tenant', '=', tenant)
      .where('caller', '=', caller)
      .where('key', '=', key)
      .where((where) => where.or([where('step', '=', step), where('content_hash', '!=', contentHash)]))
      .orderBy((order) => order('content_hash', '!=', contentHash), 'desc')
      .limit(1),
);

export const deleteOldRequestKeys = statement([new Date(0)], (db, before: Date) =>
  db.deleteFrom('request_key').where('created_at', '<', before),
);
