import { sql } from 'kysely';
import { statement, type Db } from '../../postgres/index.ts';

export interface DeviceRow {
  id: string;
  tenant: string;
  person: string;
  secret_id: string;
  session_id: string;
  service: string;
  name: string;
  /** Encrypted. */
  subscription: Buffer;
  fingerprint: Buffer;
  host: string;
  last_sent_at: Date | null;
  failing_since: Date | null;
  last_error: string | null;
  created_at: Date;
}

declare module '../../postgres/connect.ts' {
  interface Tables {
    notice_device: DeviceRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const ROW: DeviceRow = {
  id: ID,
  tenant: 'acme',
  person: 'ada',
  secret_id: ID,
  session_id: ID,
  service: 'trading',
  name: 'Chrome on Linux',
  subscription: Buffer.alloc(0),
  fingerprint: Buffer.alloc(0),
  host: 'push.example.com',
  last_sent_at: null,
  failing_since: null,
  last_error: null,
  created_at: TIME,
};

export const selectTarget = statement([ID], (db, id: string) =>
  db.selectFrom('notice_device').select(['id', 'subscription']).where('id', '=', id),
);

export const noteSent = statement([ID, TIME], (db, id: string, now: Date) =>
  db
    .updateTable('notice_device')
    .set({ last_sent_at: now, failing_since: null, last_error: null })
    .where('id', '=', id),
);

export const noteFailure = statement([ID, TIME, 'answered 503'], (db, id: string, now: Date, error: string) =>
  db
    .updateTable('notice_device')
    .set({ failing_since: sql`coalesce(failing_since, ${now})`, last_error: error })
    .where('id', '=', id),
);

export const deleteDevice = statement([ID], (db, id: string) =>
  db.deleteFrom('notice_device').where('id', '=', id),
);

/**
 * The secret of a person with a session that has not ended. Serializes what adds devices of the person, or ends the session,
 * until the transaction ends.
 */
export const lockOwner = statement(['ada', ID], (db, person: string, session: string) =>
  db
    .selectFrom('credential')
    .innerJoin('session', (join) =>
      join
        .onRef('session.credential_id', '=', 'credential.id')
        .onRef('session.secret_id', '=', 'credential.secret_id'),
    )
    .select('credential.secret_id')
    .where('credential.name', '=', person)
    .where('credential.revoked_at', 'is', null)
    .where('session.id', '=', session)
    .where('session.ended_at', 'is', null)
    .forNoKeyUpdate(),
);

/** Those of a person that messages are sent to, oldest first. */
export const selectDevices = statement(['ada'], (db, person: string) =>
  db
    .selectFrom('notice_device')
    .innerJoin('notice_reach', (join) =>
      join
        .onRef('notice_reach.person', '=', 'notice_device.person')
        .on('notice_reach.channel', '=', 'PUSH')
        .on(sql<boolean>`notice_reach.address = notice_device.id::text`),
    )
    .selectAll('notice_device')
    .where('notice_device.person', '=', person)
    .orderBy('notice_device.created_at')
    .orderBy('notice_device.id'),
);

/** A browser that somebody else has used is that of the new owner alone. */
export const saveDevice = statement([ROW], (db, { fingerprint, ...row }: DeviceRow) =>
  db
    .insertInto('notice_device')
    .values({ fingerprint, ...row })
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet(row))
    .returning('id'),
);

export const lockDevice = statement(['ada', ID], (db, person: string, id: string) =>
  db
    .selectFrom('notice_device')
    .select(['id', 'name', 'host'])
    .where('person', '=', person)
    .where('id', '=', id)
    .forUpdate(),
);

const deleteOf = (db: Db, credentialId: string) =>
  db
    .deleteFrom('notice_device')
    .where('person', 'in', (eb) => eb.selectFrom('credential').select('name').where('id', '=', credentialId));

/** Those of a person whose session was ended. */
export const deleteDevicesOf = statement(
  [ID, [ID]],
  (db, credentialId: string, sessions: readonly string[]) =>
    deleteOf(db, credentialId).where('session_id', '=', sql<string>`any(${sessions}::uuid[])`),
);

/** All of a person but those of one session. */
export const deleteOtherDevices = statement([ID, ID], (db, credentialId: string, session: string | null) =>
  deleteOf(db, credentialId).where(sql<boolean>`session_id is distinct from ${session}::uuid`),
);

/** A step-up continues a session under another id. */
export const moveDevices = statement([ID, ID], (db, from: string, to: string) =>
  db.updateTable('notice_device').set({ session_id: to }).where('session_id', '=', from),
);

/** Those of people who were revoked, or have a new secret. */
export const deleteLostDevices = statement([], (db) =>
  db
    .deleteFrom('notice_device')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('credential')
            .select('credential.id')
            .whereRef('credential.name', '=', 'notice_device.person')
            .whereRef('credential.secret_id', '=', 'notice_device.secret_id')
            .where('credential.revoked_at', 'is', null),
        ),
      ),
    ),
);
