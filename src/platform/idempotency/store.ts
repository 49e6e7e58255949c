import { sql, type RawBuilder } from 'kysely';
import { statement } from '../postgres/index.ts';

interface IdempotencyClaimTable {
  tenant: string;
  scope: string;
  key: string;
  step: number;
  fingerprint: Buffer;
  subject_id: string | null;
  answer: unknown;
  created_at: Date;
  expires_at: Date | null;
}

declare module '../postgres/connect.ts' {
  interface Tables {
    idempotency_claim: IdempotencyClaimTable;
  }
}

/** A row as JSON: bytes are in PostgreSQL's text form, `\\x00ff`. */
export type ClaimRow = Omit<IdempotencyClaimTable, 'fingerprint'> & { readonly fingerprint: string };

/**
 * Waits for a transaction that writes the same claim, and fails if that one commits. The statements after it wait for
 * no other transaction, so the holder of the claim always finishes.
 */
export const insertRows = (rows: readonly ClaimRow[]): RawBuilder<unknown> => sql`
  insert into idempotency_claim (tenant, scope, key, step, fingerprint, subject_id, answer, created_at, expires_at)
  select tenant, scope, key, step, fingerprint, subject_id, answer, created_at, expires_at
  from json_populate_recordset(null::idempotency_claim, ${JSON.stringify(rows)}::json)`;

/** A step with another fingerprint under this key or, if there is none, this step. */
export const selectFirst = statement(
  ['acme', 'caller desk', 'key-1', 0, Buffer.alloc(32)],
  (db, tenant: string, scope: string, key: string, step: number, fingerprint: Buffer) =>
    db
      .selectFrom('idempotency_claim')
      .select(['fingerprint', 'subject_id', 'answer'])
      .where('tenant', '=', tenant)
      .where('scope', '=', scope)
      .where('key', '=', key)
      .where((where) => where.or([where('step', '=', step), where('fingerprint', '!=', fingerprint)]))
      .orderBy((order) => order('fingerprint', '!=', fingerprint), 'desc')
      .limit(1),
);

/** All with one of these scopes and one of these keys. */
export const selectAmong = statement(
  ['acme', ['withdrawal.create'], ['ref-1']],
  (db, tenant: string, scopes: readonly string[], keys: readonly string[]) =>
    db
      .selectFrom('idempotency_claim')
      .select(['scope', 'key', 'step'])
      .where('tenant', '=', tenant)
      .where('scope', '=', sql<string>`any (${scopes}::text[])`)
      .where('key', '=', sql<string>`any (${keys}::text[])`),
);

export const deleteExpired = statement([new Date(0)], (db, now: Date) =>
  db.deleteFrom('idempotency_claim').where('expires_at', '<', now),
);
