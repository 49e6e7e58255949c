import { sql } from 'kysely';
import { statement } from '../../postgres/index.ts';
import type { ServiceName } from '../scopes.ts';

export type SignInMethod = 'password' | 'password and code' | 'passkey' | 'openid';

export interface SessionRow {
  id: string;
  token_hash: Buffer;
  credential_id: string;
  secret_id: string;
  service: ServiceName;
  method: SignInMethod;
  ip: string;
  user_agent: string;
  signed_in_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
}

declare module '../../postgres/connect.ts' {
  interface Tables {
    session: SessionRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const HASH = Buffer.alloc(0);
const ROW: SessionRow = {
  id: ID,
  token_hash: HASH,
  credential_id: ID,
  secret_id: ID,
  service: 'trading',
  method: 'passkey',
  ip: '127.0.0.1',
  user_agent: '',
  signed_in_at: TIME,
  last_seen_at: TIME,
  expires_at: TIME,
  ended_at: null,
};

export const insertSession = statement([ROW], (db, row: SessionRow) => db.insertInto('session').values(row));

/** With its credential, unless that was revoked or has a new secret. */
export const selectSession = statement([HASH, 'trading'], (db, tokenHash: Buffer, service: ServiceName) =>
  db
    .selectFrom('session')
    .innerJoin('credential', (join) =>
      join
        .onRef('credential.id', '=', 'session.credential_id')
        .onRef('credential.secret_id', '=', 'session.secret_id'),
    )
    .select([
      'session.id',
      'session.credential_id',
      'session.secret_id',
      'session.method',
      'session.signed_in_at',
      'session.last_seen_at',
      'session.expires_at',
      'credential.name',
      'credential.tenant',
      'credential.partner_uid',
      'credential.scopes',
      'credential.roles',
    ])
    .where('session.token_hash', '=', tokenHash)
    .where('session.service', '=', service)
    .where('session.ended_at', 'is', null)
    .where('credential.kind', '=', 'person')
    .where('credential.revoked_at', 'is', null),
);

export const touchSession = statement([ID, TIME], (db, id: string, now: Date) =>
  db.updateTable('session').set({ last_seen_at: now }).where('id', '=', id).where('last_seen_at', '<', now),
);

/** Those of the person's sessions that are neither ended, expired nor idle. */
export const selectSessions = statement(
  [ID, TIME, TIME],
  (db, credentialId: string, now: Date, seenAfter: Date) =>
    db
      .selectFrom('session')
      .select(['id', 'service', 'method', 'ip', 'user_agent', 'signed_in_at', 'last_seen_at', 'expires_at'])
      .where('credential_id', '=', credentialId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .where('last_seen_at', '>', seenAfter)
      .orderBy('last_seen_at', 'desc')
      .orderBy('id')
      .limit(100),
);

/** Those of the person that have neither ended nor expired, but for one. */
export const selectUnended = statement(
  [ID, ID, TIME],
  (db, credentialId: string, kept: string | null, now: Date) =>
    db
      .selectFrom('session')
      .select('id')
      .where('credential_id', '=', credentialId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .where(sql<boolean>`id is distinct from ${kept}::uuid`)
      .limit(100),
);

export const endSessions = statement(
  [ID, [ID], TIME],
  (db, credentialId: string, ids: readonly string[], now: Date) =>
    db
      .updateTable('session')
      .set({ ended_at: now })
      .where('credential_id', '=', credentialId)
      .where('id', 'in', ids)
      .where('ended_at', 'is', null)
      .returning(['id', 'expires_at']),
);

/** The last session of a person stays: it tells when they last signed in. */
export const deleteOldSessions = statement([TIME], (db, before: Date) =>
  db
    .deleteFrom('session')
    .where('expires_at', '<=', before)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('session as later')
          .select('later.id')
          .whereRef('later.credential_id', '=', 'session.credential_id')
          .where(sql<boolean>`(later.signed_in_at, later.id) > (session.signed_in_at, session.id)`),
      ),
    ),
);
