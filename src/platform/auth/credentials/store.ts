import { statement } from '../../postgres/index.ts';

export interface CredentialRow {
  id: string;
  kind: 'client' | 'person';
  name: string;
  tenant: string;
  partner_uid: string | null;
  scopes: string[];
  roles: string[];
  /** The person who answers for a client. */
  owner: string | null;
  secret_id: string;
  /** Null while an invited person has no password. */
  secret_hash: string | null;
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
  roles: [],
  owner: null,
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

export const selectClients = statement(
  ['acme', '', 1],
  (db, tenant: string, afterName: string, limit: number) =>
    db
      .selectFrom('credential')
      .selectAll()
      .where('kind', '=', 'client')
      .where('tenant', '=', tenant)
      .where('name', '>', afterName)
      .orderBy('name')
      .limit(limit),
);

/** The columns that can change; a revoked credential never does. */
export type CredentialChange = Partial<
  Pick<CredentialRow, 'scopes' | 'roles' | 'secret_id' | 'secret_hash' | 'rotated_at' | 'revoked_at'>
>;

export const updateCredential = statement(
  [ID, { secret_id: ID, secret_hash: 'hash', rotated_at: TIME }],
  (db, id: string, change: CredentialChange) =>
    db
      .updateTable('credential')
      .set(change)
      .where('id', '=', id)
      .where('revoked_at', 'is', null)
      .returningAll(),
);
