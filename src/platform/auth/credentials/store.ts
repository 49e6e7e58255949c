import { sql } from 'kysely';
import { statement } from '../../postgres/index.ts';

export interface CredentialRow {
  id: string;
  kind: 'client' | 'person';
  name: string;
  tenant: string;
  partner_uid: string | null;
  scopes: string[];
  secret_id: string;
  secret_hash: string;
  created_at: Date;
  rotated_at: Date | null;
  revoked_at: Date | null;
}

interface SignInFailureRow {
  name_hash: Buffer;
  failures: number;
  last_failed_at: Date;
  blocked_until: Date;
}

declare module '../../postgres/connect.ts' {
  interface Tables {
    credential: CredentialRow;
    sign_in_failure: SignInFailureRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const HASH = Buffer.alloc(32);
const ROW: CredentialRow = {
  id: ID,
  kind: 'client',
  name: 'name',
  tenant: 'tenant',
  partner_uid: null,
  scopes: ['reports:view'],
  secret_id: ID,
  secret_hash: 'hash',
  created_at: TIME,
  rotated_at: null,
  revoked_at: null,
};

export const insertCredential = statement([ROW], (db, row: CredentialRow) =>
  db
    .insertInto('credential')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returningAll(),
);

export const lockCredential = statement([ROW.name], (db, name: string) =>
  db.selectFrom('credential').selectAll().where('name', '=', name).forUpdate(),
);

export const selectUsableCredential = statement(
  [ROW.kind, ROW.name],
  (db, kind: CredentialRow['kind'], name: string) =>
    db
      .selectFrom('credential')
      .selectAll()
      .where('name', '=', name)
      .where('kind', '=', kind)
      .where('revoked_at', 'is', null),
);

export const selectCredentials = statement(['', 1], (db, afterName: string, limit: number) =>
  db.selectFrom('credential').selectAll().where('name', '>', afterName).orderBy('name').limit(limit),
);

export const updateSecret = statement(
  [ID, ID, 'hash', TIME],
  (db, id: string, secretId: string, secretHash: string, rotatedAt: Date) =>
    db
      .updateTable('credential')
      .set({ secret_id: secretId, secret_hash: secretHash, rotated_at: rotatedAt })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returningAll(),
);

export const updateScopes = statement(
  [ID, ID, ROW.scopes],
  (db, id: string, secretId: string, scopes: readonly string[]) =>
    db
      .updateTable('credential')
      .set({ secret_id: secretId, scopes: [...scopes] })
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returningAll(),
);

export const markRevoked = statement([ID, TIME], (db, id: string, revokedAt: Date) =>
  db
    .updateTable('credential')
    .set({ revoked_at: revokedAt })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returningAll(),
);

export const selectBlock = statement([HASH, TIME], (db, nameHash: Buffer, now: Date) =>
  db
    .selectFrom('sign_in_failure')
    .select('blocked_until')
    .where('name_hash', '=', nameHash)
    .where('blocked_until', '>', now),
);

/** `waitsMs[n - 1]` is how long the name is blocked after the nth failure; the last holds for all that follow. */
export const countFailure = statement(
  [HASH, TIME, TIME, [0]],
  (db, nameHash: Buffer, now: Date, forgottenBefore: Date, waitsMs: readonly number[]) => {
    const failures = sql<number>`case when sign_in_failure.last_failed_at < ${forgottenBefore} then 1
      else sign_in_failure.failures + 1 end`;
    const wait = (count: typeof failures) =>
      sql<Date>`${now}::timestamptz + interval '1 millisecond' *
        (${waitsMs}::integer[])[least(${count}, cardinality(${waitsMs}::integer[]))]`;
    return db
      .insertInto('sign_in_failure')
      .values({
        name_hash: nameHash,
        failures: 1,
        last_failed_at: now,
        blocked_until: wait(sql<number>`1`),
      })
      .onConflict((conflict) =>
        conflict
          .column('name_hash')
          .doUpdateSet({ failures, last_failed_at: now, blocked_until: wait(failures) }),
      );
  },
);

export const forgetFailures = statement([HASH], (db, nameHash: Buffer) =>
  db.deleteFrom('sign_in_failure').where('name_hash', '=', nameHash),
);

export const deleteOldFailures = statement([TIME], (db, forgottenBefore: Date) =>
  db.deleteFrom('sign_in_failure').where('last_failed_at', '<', forgottenBefore),
);
