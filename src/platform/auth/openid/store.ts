import { statement } from '../../postgres/index.ts';

interface IdentityRow {
  issuer: string;
  subject: string;
  credential_id: string;
  created_at: Date;
}

interface AnswerRow {
  state_hash: Buffer;
  expires_at: Date;
}

declare module '../../postgres/connect.ts' {
  interface Tables {
    openid_identity: IdentityRow;
    openid_answer: AnswerRow;
  }
}

const ROW: IdentityRow = {
  issuer: 'https://id.example.com',
  subject: 'subject',
  credential_id: '01890a5d-ac96-774b-bcce-b302099a8057',
  created_at: new Date(0),
};

/** Uses up the answer to an attempt: of several with the same state, one gets the row. */
export const insertAnswer = statement(
  [{ state_hash: Buffer.alloc(0), expires_at: new Date(0) }],
  (db, row: AnswerRow) =>
    db
      .insertInto('openid_answer')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('expires_at'),
);

export const deleteExpiredAnswers = statement([new Date(0)], (db, now: Date) =>
  db.deleteFrom('openid_answer').where('expires_at', '<=', now),
);

export const selectPersonOf = statement([ROW.issuer, ROW.subject], (db, issuer: string, subject: string) =>
  db
    .selectFrom('openid_identity')
    .innerJoin('credential', 'credential.id', 'openid_identity.credential_id')
    .selectAll('credential')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject),
);

/** Inserts nothing if the person has an identity of this issuer already. */
export const insertIdentity = statement([ROW], (db, row: IdentityRow) =>
  db
    .insertInto('openid_identity')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('credential_id'),
);
