import { sql } from 'kysely';
import { statement, type Db } from '../../../platform/postgres/index.ts';
import { isAfter, positionBy, type Slice } from '../../../platform/lists/index.ts';
import { COLUMNS } from '../store.ts';
import { votesOf } from '../votes/index.ts';

/** Who would vote: a person, or the program of one. */
interface Voter {
  readonly id: string;
  readonly isPerson: boolean;
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const TENANT = 'acme';
const VOTER: Voter = { id: 'ada', isPerson: true };

/** What waits for this voter: others requested it, the voter has not voted, and there is still time. */
function waiting(db: Db, tenant: string, { id, isPerson }: Voter, now: Date) {
  return db
    .selectFrom('withdrawal')
    .where('tenant', '=', tenant)
    .where('status', '=', sql.lit('APPROVAL_REQUESTED'))
    .where('due_at', '>', now)
    .where('requested_by', '<>', id)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('credential')
            .select('name')
            .whereRef('name', '=', 'withdrawal.requested_by')
            .where('owner', '=', id),
        ),
      ),
    )
    .where(
      sql<boolean>`(approvers is null or (${isPerson} and (approvers = '{}' or ${id} = any(approvers))))`,
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('withdrawal_vote')
            .select('voter')
            .whereRef('withdrawal_id', '=', 'withdrawal.id')
            .where('voter', '=', id),
        ),
      ),
    );
}

export const selectWaiting = statement(
  [TENANT, VOTER, TIME, { limit: 20, offset: 0, after: ['0', ID] }],
  (db, tenant: string, voter: Voter, now: Date, { limit, offset, after }: Slice) =>
    waiting(db, tenant, voter, now)
      .select(COLUMNS)
      .select(votesOf)
      .select(positionBy('due_at').as('position'))
      .$if(after !== undefined, (query) => query.where(isAfter('due_at', after ?? [])))
      .orderBy('due_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset),
);

export const countWaiting = statement([TENANT, VOTER, TIME], (db, tenant: string, voter: Voter, now: Date) =>
  waiting(db, tenant, voter, now).select(({ fn }) => fn.countAll<string>().as('total')),
);
