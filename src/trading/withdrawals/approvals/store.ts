import { sql, type RawBuilder } from 'kysely';
import { statement, type Db } from '../../../platform/postgres/index.ts';
import { isLater, positionBy, type Slice } from '../../../platform/lists/index.ts';
import { requesters, screeners, votesOf } from '../reading/index.ts';
import { COLUMNS, type VoteRow } from '../store.ts';

/** Who would vote: a person, or the program of one. */
export interface Voter {
  readonly id: string;
  /** Everybody who would answer for the vote. */
  readonly people: readonly string[];
  readonly isPerson: boolean;
  /** Whether they may vote at all. */
  readonly isApprover: boolean;
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const TENANT = 'acme';
const VOTER: Voter = { id: 'ada', people: ['ada'], isPerson: true, isApprover: true };
const VOTE: VoteRow = {
  withdrawal_id: ID,
  voter: 'ada',
  decision: 'APPROVE',
  comment: null,
  created_at: TIME,
};

const waiting = (db: Db, tenant: string) =>
  db
    .selectFrom('withdrawal')
    .where('tenant', '=', tenant)
    .where('status', '=', sql.lit('APPROVAL_REQUESTED'));

/** Others requested and screened it, it lacks votes, the voter has not voted and is wanted, and there is still time. */
const canVote = (
  { id, people, isPerson, isApprover }: Voter,
  now: Date,
): RawBuilder<boolean> => sql<boolean>`(
  ${isApprover}
  and due_at > ${now}
  and requested_by <> ${id}
  and (approvers is null or (${isPerson} and (approvers = '{}' or ${id} = any(approvers))))
  and not accountable_for(requested_by, withdrawal.created_at) && ${people}::text[]
  and not exists (
    select from withdrawal_vote
    where withdrawal_id = withdrawal.id
      and accountable_for(voter, withdrawal_vote.created_at) && ${people}::text[]
  )
  and (screening is null or (
    (select count(*) from withdrawal_vote where withdrawal_id = withdrawal.id) < approvals_required
    and (
      screening ->> 'by' is null
      or not accountable_for(screening ->> 'by', (screening ->> 'at')::timestamptz) && ${people}::text[]
    )
  ))
)`;

/** The soonest to expire first. */
const inOrder = (query: ReturnType<typeof waiting>, { limit, offset, after }: Slice) =>
  query
    .select(COLUMNS)
    .select(votesOf)
    .select(requesters)
    .select(screeners)
    .select(positionBy('due_at').as('position'))
    .$if(after !== undefined, (rest) => rest.where(isLater('due_at', after ?? [])))
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .offset(offset);

const inNumber = (query: ReturnType<typeof waiting>) =>
  query.select(({ fn }) => fn.countAll<string>().as('total'));

const forVoter = (db: Db, tenant: string, voter: Voter, now: Date) =>
  waiting(db, tenant).where(canVote(voter, now));

const forOthers = (db: Db, tenant: string, voter: Voter, now: Date) =>
  waiting(db, tenant).where(sql<boolean>`${canVote(voter, now)} is not true`);

const SLICE: Slice = { limit: 20, offset: 0, after: ['0', ID] };

export const selectWaiting = statement(
  [TENANT, VOTER, TIME, SLICE],
  (db, tenant: string, voter: Voter, now: Date, slice: Slice) =>
    inOrder(forVoter(db, tenant, voter, now), slice),
);

export const countWaiting = statement([TENANT, VOTER, TIME], (db, tenant: string, voter: Voter, now: Date) =>
  inNumber(forVoter(db, tenant, voter, now)),
);

export const selectWaitingForOthers = statement(
  [TENANT, VOTER, TIME, SLICE],
  (db, tenant: string, voter: Voter, now: Date, slice: Slice) =>
    inOrder(forOthers(db, tenant, voter, now), slice),
);

export const countWaitingForOthers = statement(
  [TENANT, VOTER, TIME],
  (db, tenant: string, voter: Voter, now: Date) => inNumber(forOthers(db, tenant, voter, now)),
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
