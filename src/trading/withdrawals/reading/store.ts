import { sql, type ExpressionBuilder } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { isAfter, positionBy, type Slice } from '../../../platform/lists/index.ts';
import type { Condition } from '../../../platform/lucene/index.ts';
import { ONCE, statement, type Db, type Tables } from '../../../platform/postgres/index.ts';
import type { Status } from '../status.ts';
import { COLUMNS, type ShownVote, type WithdrawalRow } from '../store.ts';

export interface Filter {
  readonly tenant: string;
  readonly status?: Status | undefined;
  readonly venue?: string | undefined;
  readonly asset?: string | undefined;
  /** False leaves out what is SIMULATED. */
  readonly simulated?: boolean | undefined;
  /** Created at this time or later. */
  readonly from?: Date | undefined;
  /** Created at this time or earlier. */
  readonly to?: Date | undefined;
  readonly condition?: Condition | undefined;
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const TENANT = 'acme';
const FILTER: Filter = { tenant: TENANT, status: 'PENDING', venue: 'aurora', asset: 'BTC' };

function filtered(db: Db, { tenant, status, venue, asset, simulated, condition, from, to }: Filter) {
  let query = db.selectFrom('withdrawal').where('tenant', '=', tenant);
  if (status !== undefined) query = query.where('status', '=', status);
  if (venue !== undefined) query = query.where('venue', '=', venue);
  if (asset !== undefined) query = query.where('asset', '=', asset);
  if (simulated === false) query = query.where('status', '<>', 'SIMULATED');
  if (from !== undefined) query = query.where('created_at', '>=', from);
  if (to !== undefined) query = query.where('created_at', '<=', to);
  if (condition === undefined) return query;
  return query.modifyFront(ONCE).where(sql<boolean>(condition.fragments, ...condition.parameters));
}

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

/** Everybody who answers for what the screener said; none before. */
export const screeners = sql<string[]>`case
  when withdrawal.screening ->> 'by' is null then '{}'
  else accountable_for(withdrawal.screening ->> 'by', (withdrawal.screening ->> 'at')::timestamptz)
end`.as('screeners');

/** A withdrawal with the votes on it. */
export interface ExpandedRow extends WithdrawalRow {
  readonly votes: readonly ShownVote[];
  /** Everybody who answers for the request. */
  readonly requesters: readonly string[];
  /** Everybody who answers for the verdict of its screening. */
  readonly screeners: readonly string[];
}

/** Expanded where that is asked for. */
export type ReadRow = WithdrawalRow & Partial<ExpandedRow>;

export const selectExpanded = statement([TENANT, ID], (db, tenant: string, id: string) =>
  db
    .selectFrom('withdrawal')
    .select(COLUMNS)
    .select(votesOf)
    .select(requesters)
    .select(screeners)
    .where('tenant', '=', tenant)
    .where('id', '=', id),
);

export const selectPage = statement(
  [{ ...FILTER, from: TIME, to: TIME }, { limit: 20, offset: 0, after: ['0', ID] }, true],
  (db, filter: Filter, { limit, offset, after }: Slice, expand: boolean) =>
    filtered(db, filter)
      .$if(expand, (query) => query.select(votesOf).select(requesters).select(screeners))
      .select(COLUMNS)
      .select(positionBy('created_at').as('position'))
      .$if(after !== undefined, (query) => query.where(isAfter('created_at', after ?? [])))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset),
);

export const countFiltered = statement([FILTER], (db, filter: Filter) =>
  filtered(db, filter).select(({ fn }) => fn.countAll<string>().as('total')),
);

type Counted = Pick<Filter, 'tenant' | 'status' | 'venue' | 'asset' | 'simulated'>;

/** Reads the totals that triggers maintain, so it counts no rows. It knows neither times nor conditions. */
export const countWithdrawals = statement(
  [FILTER],
  (db, { tenant, status, venue, asset, simulated }: Counted) =>
    db
      .selectFrom('withdrawal_count')
      .select(sql<string>`coalesce(sum(withdrawals), 0)`.as('total'))
      .where('tenant', '=', tenant)
      .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'PENDING'))
      .$if(simulated === false, (query) => query.where('status', '<>', 'SIMULATED'))
      .$if(venue !== undefined, (query) => query.where('venue', '=', venue ?? ''))
      .$if(asset !== undefined, (query) => query.where('asset', '=', asset ?? '')),
);
