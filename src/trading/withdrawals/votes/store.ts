import { sql, type ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { statement, type Tables } from '../../../platform/postgres/index.ts';

export interface VoteRow {
  withdrawal_id: string;
  voter: string;
  decision: 'APPROVE' | 'REJECT';
  comment: string | null;
  created_at: Date;
}

/** A vote as a reader of its withdrawal sees it. */
export interface ShownVote extends Pick<VoteRow, 'voter' | 'decision' | 'comment'> {
  readonly at: string;
  /** Everybody who answers for it. */
  readonly people: readonly string[];
}

declare module '../../../platform/postgres/connect.ts' {
  interface Tables {
    withdrawal_vote: VoteRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const VOTE: VoteRow = {
  withdrawal_id: ID,
  voter: 'ada',
  decision: 'APPROVE',
  comment: null,
  created_at: new Date(0),
};

/** Part of the statement that reads the withdrawal, so that the votes fit its status. */
export const votesOf = (eb: ExpressionBuilder<Tables, 'withdrawal'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('withdrawal_vote')
      .select(['voter', 'withdrawal_vote.decision', 'comment', 'withdrawal_vote.created_at as at'])
      .select(sql<string[]>`accountable_for(voter, withdrawal_vote.created_at)`.as('people'))
      .whereRef('withdrawal_id', '=', 'withdrawal.id')
      .orderBy('withdrawal_vote.created_at')
      .orderBy('voter'),
  ).as('votes');

/** Everybody who answers for the request. */
export const requesters = sql<string[]>`accountable_for(withdrawal.requested_by, withdrawal.created_at)`.as(
  'requesters',
);

export const selectVotes = statement([ID], (db, id: string) =>
  db
    .selectFrom('withdrawal_vote')
    .select(['withdrawal_id', 'voter', 'decision', 'comment', 'created_at'])
    .where('withdrawal_id', '=', id),
);

export const insertVote = statement([VOTE], (db, row: VoteRow) =>
  db.insertInto('withdrawal_vote').values(row),
);
