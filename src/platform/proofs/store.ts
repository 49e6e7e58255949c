import { sql } from 'kysely';
import { statement } from '../postgres/index.ts';
import type { JsonObject } from '../audit/index.ts';

interface ProofRow {
  id: string;
  credential_id: string;
  subject: string;
  nonce: Buffer;
  /** Null until the person has confirmed it. */
  evidence: JsonObject | null;
  expires_at: Date;
}

declare module '../postgres/connect.ts' {
  interface Tables {
    proof: ProofRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const ROW: ProofRow = {
  id: ID,
  credential_id: ID,
  subject: '{}',
  nonce: Buffer.alloc(0),
  evidence: null,
  expires_at: TIME,
};

/** The owner of a client, or the person of a subject of an external issuer. */
export const selectPersonBehind = statement(['treasury-bot'], (db, actor: string) =>
  db.selectNoFrom(sql<string | null>`person_behind(${actor})`.as('person')),
);

export const insertProof = statement([ROW], (db, row: ProofRow) => db.insertInto('proof').values(row));

export const selectProof = statement([ID, ID, TIME], (db, id: string, credentialId: string, now: Date) =>
  db
    .selectFrom('proof')
    .select(['id', 'subject', 'nonce'])
    .where('id', '=', id)
    .where('credential_id', '=', credentialId)
    .where('evidence', 'is', null)
    .where('expires_at', '>', now),
);

/** Confirms it once: a second confirmation changes nothing. */
export const setEvidence = statement([ID, '{}', TIME], (db, id: string, evidence: string, now: Date) =>
  db
    .updateTable('proof')
    .set({ evidence: evidence as never })
    .where('id', '=', id)
    .where('evidence', 'is', null)
    .where('expires_at', '>', now)
    .returning('id'),
);

/** Uses it up: the row is gone when the transaction commits. */
export const takeProof = statement(
  [ID, ID, '{}', TIME],
  (db, id: string, credentialId: string, subject: string, now: Date) =>
    db
      .deleteFrom('proof')
      .where('id', '=', id)
      .where('credential_id', '=', credentialId)
      .where('subject', '=', subject)
      .where('evidence', 'is not', null)
      .where('expires_at', '>', now)
      .returning('evidence'),
);

export const deleteExpiredProofs = statement([TIME], (db, now: Date) =>
  db.deleteFrom('proof').where('expires_at', '<=', now),
);
