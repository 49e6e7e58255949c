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

declare module '../../postgres/connect.ts' {
  interface Tables {
    credential: CredentialRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
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
