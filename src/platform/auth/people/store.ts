import { sql } from 'kysely';
import { statement } from '../../postgres/index.ts';

interface InvitationRow {
  credential_id: string;
  token_hash: Buffer;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  /** Of the link that was sent by mail; null before. */
  mailed_hash: Buffer | null;
}

declare module '../../postgres/connect.ts' {
  interface Tables {
    invitation: InvitationRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const HASH = Buffer.alloc(0);
const ROW: InvitationRow = {
  credential_id: ID,
  token_hash: HASH,
  created_by: 'ada',
  created_at: TIME,
  expires_at: TIME,
  mailed_hash: null,
};

/** Replaces the invitation that the person may have. */
export const insertInvitation = statement([ROW], (db, { credential_id, ...row }: InvitationRow) =>
  db
    .insertInto('invitation')
    .values({ credential_id, ...row })
    .onConflict((conflict) => conflict.column('credential_id').doUpdateSet(row)),
);

/** The admin who invites sees one link, and another one is sent by mail. */
const isTokenOf = (hash: Buffer) =>
  sql<boolean>`(invitation.token_hash = ${hash} or invitation.mailed_hash = ${hash})`;

/** With its person, unless it has expired or the person was revoked. */
export const selectInvitation = statement([HASH, TIME], (db, tokenHash: Buffer, now: Date) =>
  db
    .selectFrom('invitation')
    .innerJoin('credential', 'credential.id', 'invitation.credential_id')
    .selectAll('credential')
    .select('invitation.expires_at')
    .where(isTokenOf(tokenHash))
    .where('invitation.expires_at', '>', now)
    .where('credential.revoked_at', 'is', null),
);

/** Uses it up: of several who try at once, one gets the row. */
export const takeInvitation = statement([HASH, TIME], (db, tokenHash: Buffer, now: Date) =>
  db
    .deleteFrom('invitation')
    .where(isTokenOf(tokenHash))
    .where('expires_at', '>', now)
    .returning('credential_id'),
);

export const selectPeople = statement(
  ['acme', '', 1],
  (db, tenant: string, afterName: string, limit: number) =>
    db
      .selectFrom('credential')
      .leftJoin('invitation', 'invitation.credential_id', 'credential.id')
      .selectAll('credential')
      .select('invitation.expires_at as invited_until')
      .where('credential.kind', '=', 'person')
      .where('credential.tenant', '=', tenant)
      .where('credential.name', '>', afterName)
      .orderBy('credential.name')
      .limit(limit),
);

export const selectPerson = statement(['acme', 'ada'], (db, tenant: string, login: string) =>
  db
    .selectFrom('credential')
    .select('id')
    .where('kind', '=', 'person')
    .where('tenant', '=', tenant)
    .where('name', '=', login),
);

/** What is known of the sign-ins of people. */
export const selectSignIns = statement([[ID]], (db, ids: readonly string[]) =>
  db
    .selectFrom('credential')
    .select((eb) => [
      'id',
      sql<boolean>`secret_hash is not null`.as('has_password'),
      eb
        .exists(
          eb
            .selectFrom('passkey')
            .select('passkey.id')
            .whereRef('passkey.credential_id', '=', 'credential.id'),
        )
        .as('has_passkey'),
      eb
        .exists(
          eb
            .selectFrom('totp')
            .select('totp.credential_id')
            .whereRef('totp.credential_id', '=', 'credential.id')
            .where('totp.confirmed_at', 'is not', null),
        )
        .as('has_app'),
      eb
        .selectFrom('session')
        .select(({ fn }) => fn.max('session.signed_in_at').as('at'))
        .whereRef('session.credential_id', '=', 'credential.id')
        .as('last_sign_in_at'),
    ])
    .where('id', 'in', ids),
);

export const deleteExpiredInvitations = statement([TIME], (db, now: Date) =>
  db.deleteFrom('invitation').where('expires_at', '<=', now),
);

/** The invitation of a person that began with this secret, unless it was used, has expired or was replaced. */
export const selectMailable = statement([ID, TIME], (db, secretId: string, now: Date) =>
  db
    .selectFrom('invitation')
    .innerJoin('credential', 'credential.id', 'invitation.credential_id')
    .select(['credential.name', 'invitation.credential_id', 'invitation.expires_at'])
    .where('credential.secret_id', '=', secretId)
    .where('invitation.expires_at', '>', now)
    .where('credential.revoked_at', 'is', null),
);

export const setMailedHash = statement([ID, HASH], (db, credentialId: string, hash: Buffer) =>
  db.updateTable('invitation').set({ mailed_hash: hash }).where('credential_id', '=', credentialId),
);
