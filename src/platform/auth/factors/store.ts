import { sql } from 'kysely';
import { statement } from '../../postgres/index.ts';

export interface PasskeyRow {
  /** The credential id of WebAuthn, in base64url. */
  id: string;
  credential_id: string;
  name: string;
  public_key: Buffer;
  counter: string;
  transports: string[];
  created_at: Date;
  last_used_at: Date | null;
}

export interface TotpRow {
  credential_id: string;
  sealed_secret: Buffer;
  confirmed_at: Date | null;
  last_step: string;
  failures: number;
  failed_at: Date | null;
}

interface ChallengeRow {
  id: string;
  challenge: Buffer;
  purpose: 'register' | 'sign-in';
  credential_id: string | null;
  expires_at: Date;
}

declare module '../../postgres/connect.ts' {
  interface Tables {
    passkey: PasskeyRow;
    totp: TotpRow;
    recovery_code: { credential_id: string; code_hash: Buffer };
    passkey_challenge: ChallengeRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const BYTES = Buffer.alloc(0);
const PASSKEY: PasskeyRow = {
  id: 'id',
  credential_id: ID,
  name: 'laptop',
  public_key: BYTES,
  counter: '0',
  transports: ['internal'],
  created_at: TIME,
  last_used_at: null,
};
const CHALLENGE: ChallengeRow = {
  id: ID,
  challenge: BYTES,
  purpose: 'register',
  credential_id: ID,
  expires_at: TIME,
};

export const insertPasskey = statement([PASSKEY], (db, row: PasskeyRow) =>
  db
    .insertInto('passkey')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id'),
);

export const selectPasskeys = statement([ID], (db, credentialId: string) =>
  db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .orderBy('created_at')
    .limit(20),
);

/** With the name of its person, unless that was revoked. */
export const selectPasskey = statement(['id'], (db, id: string) =>
  db
    .selectFrom('passkey')
    .innerJoin('credential', 'credential.id', 'passkey.credential_id')
    .selectAll('passkey')
    .select('credential.name as login')
    .where('passkey.id', '=', id)
    .where('credential.revoked_at', 'is', null),
);

/** A counter that does not grow is that of a copy; authenticators without a counter always send 0. */
export const usePasskey = statement(['id', '1', TIME], (db, id: string, counter: string, now: Date) =>
  db
    .updateTable('passkey')
    .set({ counter, last_used_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter}::bigint or (counter = 0 and ${counter}::bigint = 0))`)
    .returning('id'),
);

export const deletePasskey = statement([ID, 'id'], (db, credentialId: string, id: string) =>
  db.deleteFrom('passkey').where('credential_id', '=', credentialId).where('id', '=', id).returning('id'),
);

export const deletePasskeys = statement([ID], (db, credentialId: string) =>
  db.deleteFrom('passkey').where('credential_id', '=', credentialId),
);

export const insertChallenge = statement([CHALLENGE], (db, row: ChallengeRow) =>
  db.insertInto('passkey_challenge').values(row),
);

/** Uses it up. */
export const takeChallenge = statement(
  [ID, 'register', ID, TIME],
  (db, id: string, purpose: ChallengeRow['purpose'], credentialId: string | null, now: Date) =>
    db
      .deleteFrom('passkey_challenge')
      .where('id', '=', id)
      .where('purpose', '=', purpose)
      .where('credential_id', 'is not distinct from', credentialId)
      .where('expires_at', '>', now)
      .returning('challenge'),
);

export const deleteExpiredChallenges = statement([TIME], (db, now: Date) =>
  db.deleteFrom('passkey_challenge').where('expires_at', '<=', now),
);

/** Replaces a secret that was never confirmed; a confirmed one stays. */
export const insertTotp = statement([ID, BYTES], (db, credentialId: string, sealed: Buffer) =>
  db
    .insertInto('totp')
    .values({
      credential_id: credentialId,
      sealed_secret: sealed,
      confirmed_at: null,
      last_step: '0',
      failures: 0,
      failed_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('credential_id')
        .doUpdateSet({ sealed_secret: sealed, failures: 0 })
        .where('totp.confirmed_at', 'is', null),
    )
    .returning('credential_id'),
);

export const selectTotp = statement([ID], (db, credentialId: string) =>
  db.selectFrom('totp').selectAll().where('credential_id', '=', credentialId),
);

/** Lets one attempt after the other begin. */
export const lockTotp = statement([ID], (db, credentialId: string) =>
  selectTotp(db, credentialId).forUpdate(),
);

/** Changes nothing if a code of this or a later time step was accepted before. */
export const acceptCode = statement([ID, '1'], (db, credentialId: string, step: string) =>
  db
    .updateTable('totp')
    .set({ last_step: step, failures: 0 })
    .where('credential_id', '=', credentialId)
    .where(sql<boolean>`last_step < ${step}::bigint`)
    .returning('credential_id'),
);

export const confirmTotp = statement([ID, TIME], (db, credentialId: string, now: Date) =>
  db
    .updateTable('totp')
    .set({ confirmed_at: now })
    .where('credential_id', '=', credentialId)
    .where('confirmed_at', 'is', null)
    .returning('credential_id'),
);

export const countFailure = statement([ID, TIME], (db, credentialId: string, now: Date) =>
  db
    .updateTable('totp')
    .set({ failures: sql<number>`failures + 1`, failed_at: now })
    .where('credential_id', '=', credentialId),
);

export const deleteTotp = statement([ID], (db, credentialId: string) =>
  db.deleteFrom('totp').where('credential_id', '=', credentialId).returning('credential_id'),
);

export const insertRecoveryCodes = statement(
  [ID, [BYTES]],
  (db, credentialId: string, hashes: readonly Buffer[]) =>
    db
      .insertInto('recovery_code')
      .values(hashes.map((code_hash) => ({ credential_id: credentialId, code_hash }))),
);

export const deleteRecoveryCodes = statement([ID], (db, credentialId: string) =>
  db.deleteFrom('recovery_code').where('credential_id', '=', credentialId),
);

export const takeRecoveryCode = statement([ID, BYTES], (db, credentialId: string, hash: Buffer) =>
  db
    .deleteFrom('recovery_code')
    .where('credential_id', '=', credentialId)
    .where('code_hash', '=', hash)
    .returning('credential_id'),
);

export const countRecoveryCodes = statement([ID], (db, credentialId: string) =>
  db
    .selectFrom('recovery_code')
    .select(({ fn }) => fn.countAll<string>().as('codes'))
    .where('credential_id', '=', credentialId),
);
