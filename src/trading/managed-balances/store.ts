import { sql } from 'kysely';
import { statement, type Db } from '../../platform/postgres/index.ts';
import type { Direction, Place } from './decide.ts';
import type { PROPOSAL_STATUSES, Settings } from './schema.ts';

export interface BalanceRow {
  tenant: string;
  venue: string;
  asset: string;
  settings: Settings | null;
  settings_by: string | null;
  settings_at: Date | null;
  pending: Settings | null;
  pending_by: string | null;
  pending_at: Date | null;
  created_at: Date;
}

export interface StateRow {
  tenant: string;
  venue: string;
  asset: string;
  state: 'OK' | 'LOW' | 'HIGH' | 'UNKNOWN';
  known_state: 'OK' | 'LOW' | 'HIGH' | null;
  level: string | null;
  reason: string | null;
  at: Date;
}

export interface ReadingRow {
  tenant: string;
  venue: string;
  asset: string;
  available: string;
  held: string;
  read_at: Date;
  before_available: string | null;
  before_held: string | null;
  before_at: Date | null;
}

export interface ProposalRow {
  id: string;
  tenant: string;
  venue: string;
  asset: string;
  kind: 'TRANSFER' | 'CONVERSION';
  direction: Direction;
  from_venue: string;
  to_venue: string;
  from_asset: string;
  to_asset: string;
  network: string | null;
  amount: string;
  gives: string;
  gets: string;
  source: number;
  max_slippage_bps: number | null;
  fees: { asset: string; amount: string }[];
  expected_seconds: number | null;
  policy: { verdict: 'ALLOW' | 'REQUIRE_APPROVALS' | 'REFUSE'; sentence: string } | null;
  status: (typeof PROPOSAL_STATUSES)[number];
  reason: string;
  refusal: string | null;
  confirmed_by: string | null;
  confirmed_at: Date | null;
  ended_by: string | null;
  expires_at: Date;
  created_at: Date;
  updated_at: Date;
}

/** What was confirmed, and has become a transfer or a conversion or still can. */
interface ClaimRow {
  proposal_id: string;
  tenant: string;
  venue: string;
  asset: string;
  amount: string;
  made_at: Date;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    managed_balance: BalanceRow;
    managed_state: StateRow;
    managed_reading: ReadingRow;
    managed_proposal: ProposalRow;
    managed_claim: ClaimRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TENANT = 'acme';
const TIME = new Date(0);
const PLACE: Place = { venue: 'aurora', asset: 'USDC' };
const BALANCE: BalanceRow = {
  tenant: TENANT,
  ...PLACE,
  settings: null,
  settings_by: null,
  settings_at: null,
  pending: null,
  pending_by: null,
  pending_at: null,
  created_at: TIME,
};
const STATE: StateRow = {
  tenant: TENANT,
  ...PLACE,
  state: 'OK',
  known_state: 'OK',
  level: '1',
  reason: null,
  at: TIME,
};
const PROPOSAL: ProposalRow = {
  id: ID,
  tenant: TENANT,
  ...PLACE,
  kind: 'TRANSFER',
  direction: 'IN',
  from_venue: 'borealis',
  to_venue: 'aurora',
  from_asset: 'USDC',
  to_asset: 'USDC',
  network: 'ETHEREUM',
  amount: '1',
  gives: '1',
  gets: '1',
  source: 1,
  max_slippage_bps: null,
  fees: [],
  expected_seconds: null,
  policy: null,
  status: 'OPEN',
  reason: 'r',
  refusal: null,
  confirmed_by: null,
  confirmed_at: null,
  ended_by: null,
  expires_at: TIME,
  created_at: TIME,
  updated_at: TIME,
};
const BALANCE_COLUMNS = Object.keys(BALANCE) as (keyof BalanceRow)[];
const PROPOSAL_COLUMNS = Object.keys(PROPOSAL).map(
  (name) => `managed_proposal.${name as keyof ProposalRow}` as const,
);

/** Held until the transaction ends: what a tenant's managed balances decide is decided one after the other. */
export const lockManaged = statement([TENANT], (db, tenant: string) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${tenant}, 7216340043))`.as('locked')),
);

const MAX_BALANCES = 200;

export const selectBalances = statement([TENANT], (db, tenant: string) =>
  db
    .selectFrom('managed_balance')
    .select(BALANCE_COLUMNS)
    .where('tenant', '=', tenant)
    .orderBy('venue')
    .orderBy('asset')
    .limit(MAX_BALANCES),
);

export const selectTenants = statement([], (db) =>
  db.selectFrom('managed_balance').select('tenant').distinct().orderBy('tenant'),
);

export const upsertBalance = statement([BALANCE], (db, row: BalanceRow) =>
  db
    .insertInto('managed_balance')
    .values({ ...row, settings: json(row.settings), pending: json(row.pending) })
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'venue', 'asset']).doUpdateSet((excluded) => ({
        settings: excluded.ref('excluded.settings'),
        settings_by: excluded.ref('excluded.settings_by'),
        settings_at: excluded.ref('excluded.settings_at'),
        pending: excluded.ref('excluded.pending'),
        pending_by: excluded.ref('excluded.pending_by'),
        pending_at: excluded.ref('excluded.pending_at'),
      })),
    )
    .returning(BALANCE_COLUMNS),
);

const json = <T>(value: T) => (value === null ? null : JSON.stringify(value)) as T;

export const deleteBalance = statement([TENANT, PLACE], (db, tenant: string, { venue, asset }: Place) =>
  db
    .deleteFrom('managed_balance')
    .where('tenant', '=', tenant)
    .where('venue', '=', venue)
    .where('asset', '=', asset)
    .returning('venue'),
);

export const selectStates = statement([TENANT], (db, tenant: string) =>
  db
    .selectFrom('managed_state')
    .select(Object.keys(STATE) as (keyof StateRow)[])
    .where('tenant', '=', tenant),
);

/** Writes nothing where the balance was removed meanwhile. */
export const upsertState = statement([STATE], (db, row: StateRow) =>
  db
    .insertInto('managed_state')
    .columns(['tenant', 'venue', 'asset', 'state', 'known_state', 'level', 'reason', 'at'])
    .expression(
      db
        .selectFrom('managed_balance')
        .select([
          'tenant',
          'venue',
          'asset',
          sql<StateRow['state']>`${row.state}::text`.as('state'),
          sql<StateRow['known_state']>`${row.known_state}::text`.as('known_state'),
          sql<string | null>`${row.level}::numeric`.as('level'),
          sql<string | null>`${row.reason}::text`.as('reason'),
          sql<Date>`${row.at}::timestamptz`.as('at'),
        ])
        .where('tenant', '=', row.tenant)
        .where('venue', '=', row.venue)
        .where('asset', '=', row.asset),
    )
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'venue', 'asset']).doUpdateSet((excluded) => ({
        state: excluded.ref('excluded.state'),
        known_state: excluded.ref('excluded.known_state'),
        level: excluded.ref('excluded.level'),
        reason: excluded.ref('excluded.reason'),
        at: excluded.ref('excluded.at'),
      })),
    ),
);

export type NewReading = Pick<ReadingRow, 'tenant' | 'venue' | 'asset' | 'available' | 'held' | 'read_at'>;
const READING: NewReading = { tenant: TENANT, ...PLACE, available: '1', held: '1', read_at: TIME };

const keptUnless = (
  apart: Date,
  name: 'available' | 'held' | 'read_at',
  before: 'before_available' | 'before_held' | 'before_at',
) =>
  sql<never>`case when managed_reading.read_at <= ${apart} then managed_reading.${sql.ref(name)} else managed_reading.${sql.ref(before)} end`;

/** What was read before stays as the earlier one, unless the two are of almost one time. */
export const upsertReadings = statement([[READING], TIME], (db, rows: readonly NewReading[], apart: Date) =>
  db
    .insertInto('managed_reading')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'venue', 'asset']).doUpdateSet((excluded) => ({
        before_available: keptUnless(apart, 'available', 'before_available'),
        before_held: keptUnless(apart, 'held', 'before_held'),
        before_at: keptUnless(apart, 'read_at', 'before_at'),
        available: excluded.ref('excluded.available'),
        held: excluded.ref('excluded.held'),
        read_at: excluded.ref('excluded.read_at'),
      })),
    ),
);

export const selectReadings = statement([TENANT], (db, tenant: string) =>
  db.selectFrom('managed_reading').selectAll().where('tenant', '=', tenant),
);

const SOON = sql`('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED')`;

/** Confirmed proposals that have become nothing yet. */
const isBare = sql<boolean>`not exists (select from withdrawal where proposal_id = managed_proposal.id)
  and not exists (select from conversion where proposal_id = managed_proposal.id)`;

/** Which proposals count beside what was made: those confirmed, with or without the open ones, but one. */
export interface Counted {
  readonly withOpen: boolean;
  readonly except: string | null;
}

const COUNTED: Counted = { withOpen: true, except: ID };

const counts = ({ withOpen, except }: Counted) =>
  sql<boolean>`(status = 'CONFIRMED' and ${isBare} ${withOpen ? sql`or status = 'OPEN'` : sql``})
    and managed_proposal.id is distinct from ${except}::uuid`;

interface UnderWay {
  readonly venue: string;
  readonly asset: string;
  readonly incoming: string;
  readonly outgoing: string;
  readonly doubt: string | null;
}

/** By place: what is under way or promised, and what ended since a time, which a reading may not show yet. */
export const selectUnderWay = statement(
  [TENANT, TIME, COUNTED],
  (db, tenant: string, since: Date, counted: Counted) =>
    db
      .selectFrom(
        sql<UnderWay>`(
          select venue, asset, 0 as incoming, amount + coalesce(fee, 0) as outgoing, null as doubt
            from withdrawal where tenant = ${tenant} and (status in ${SOON} or status = 'COMPLETED' and updated_at > ${since})
          union all
          select to_venue, withdrawal.asset, withdrawal.amount, 0,
              case when reason is not null or deposit.state = 'rejected' then 'a transfer to it needs a person.' end
            from withdrawal left join transfer_match on withdrawal_id = withdrawal.id
            left join deposit on deposit.id = deposit_id
            where withdrawal.tenant = ${tenant} and to_venue is not null
              and (withdrawal.status in ${SOON} or withdrawal.status = 'COMPLETED')
              and (deposit.state is distinct from 'credited' or deposit.updated_at > ${since})
          union all
          select venue, asset, 0, 0, 'a conversion of it is under way, or has just ended.'
            from conversion, unnest(venues) venue, unnest(path) asset
            where tenant = ${tenant} and (status in ('PENDING', 'PROCESSING', 'PENDING_CANCEL')
              or status in ('COMPLETED', 'CANCELLED', 'FAILED') and updated_at > ${since})
          union all
          select from_venue, from_asset, 0, gives, null from managed_proposal
            where tenant = ${tenant} and ${counts(counted)}
          union all
          select to_venue, to_asset, gets, 0, null from managed_proposal
            where tenant = ${tenant} and ${counts(counted)}
        )`.as('under_way'),
      )
      .select([
        'venue',
        'asset',
        sql<string>`sum(incoming)`.as('incoming'),
        sql<string>`sum(outgoing)`.as('outgoing'),
        sql<string | null>`max(doubt)`.as('doubt'),
      ])
      .groupBy(['venue', 'asset']),
);

interface MoveRow {
  readonly from_venue: string;
  readonly from_asset: string;
  readonly to_venue: string;
  readonly to_asset: string;
}

/** What moved, or may still move, between places since a time, by whomever it was requested. */
export const selectMoves = statement(
  [TENANT, TIME, COUNTED],
  (db, tenant: string, since: Date, counted: Counted) =>
    db
      .selectFrom(
        sql<MoveRow>`(
          select venue as from_venue, asset as from_asset, to_venue, asset as to_asset from withdrawal
            where tenant = ${tenant} and to_venue is not null and created_at > ${since}
              and (status in ${SOON} or status = 'COMPLETED')
          union all
          select venue, from_asset, venue, to_asset from conversion, unnest(venues) venue
            where tenant = ${tenant} and created_at > ${since} and status not in ('SIMULATED', 'FAILED', 'CANCELLED')
          union all
          select from_venue, from_asset, to_venue, to_asset from managed_proposal
            where tenant = ${tenant} and ${counts(counted)}
        )`.as('moved'),
      )
      .select(['from_venue', 'from_asset', 'to_venue', 'to_asset'])
      .distinct(),
);

/** What was confirmed since a time and did not fail, by balance. */
export const sumMoved = statement(
  [TENANT, TIME, ID],
  (db, tenant: string, since: Date, except: string | null) =>
    db
      .selectFrom('managed_claim')
      .select(['venue', 'asset', sql<string>`sum(amount)`.as('moved')])
      .where('tenant', '=', tenant)
      .where('made_at', '>', since)
      .where(sql<boolean>`proposal_id is distinct from ${except}::uuid`)
      .where(
        sql<boolean>`not exists (select from withdrawal where proposal_id = managed_claim.proposal_id
        and status in ('FAILED', 'CANCELLED')) and not exists (select from conversion
        where proposal_id = managed_claim.proposal_id and status in ('FAILED', 'CANCELLED'))`,
      )
      .groupBy(['venue', 'asset']),
);

const proposals = (db: Db, tenant: string) =>
  db
    .selectFrom('managed_proposal')
    .leftJoin('withdrawal', 'withdrawal.proposal_id', 'managed_proposal.id')
    .leftJoin('conversion', 'conversion.proposal_id', 'managed_proposal.id')
    .select(PROPOSAL_COLUMNS)
    .select(['withdrawal.id as transfer_id', 'conversion.id as conversion_id'])
    .where('managed_proposal.tenant', '=', tenant);

/** A proposal with what it became. */
export type ShownProposal = ProposalRow & {
  readonly transfer_id: string | null;
  readonly conversion_id: string | null;
};

export const selectProposal = statement([TENANT, ID], (db, tenant: string, id: string) =>
  proposals(db, tenant).where('managed_proposal.id', '=', id),
);

export const lockProposal = statement([TENANT, ID], (db, tenant: string, id: string) =>
  proposals(db, tenant).where('managed_proposal.id', '=', id).forUpdate('managed_proposal'),
);

/** Open ones, those that were confirmed and became nothing, and those dismissed whose time is not over. */
export const selectCurrent = statement([TENANT, TIME], (db, tenant: string, now: Date) =>
  proposals(db, tenant)
    .where((eb) =>
      eb.or([
        eb('managed_proposal.status', '=', 'OPEN'),
        eb.and([
          eb('managed_proposal.status', '=', 'CONFIRMED'),
          eb('withdrawal.id', 'is', null),
          eb('conversion.id', 'is', null),
        ]),
        eb.and([
          eb('managed_proposal.status', '=', 'DISMISSED'),
          eb('managed_proposal.expires_at', '>', now),
        ]),
      ]),
    )
    .orderBy('managed_proposal.id'),
);

export interface Filter {
  readonly tenant: string;
  readonly status?: ProposalRow['status'] | undefined;
  readonly venue?: string | undefined;
  readonly asset?: string | undefined;
}

const FILTER: Filter = { tenant: TENANT, status: 'OPEN', ...PLACE };

const conditions = ({ tenant, status, venue, asset }: Filter) =>
  sql<boolean>`managed_proposal.tenant = ${tenant}
    ${status === undefined ? sql`` : sql`and managed_proposal.status = ${status}`}
    ${venue === undefined ? sql`` : sql`and managed_proposal.venue = ${venue}`}
    ${asset === undefined ? sql`` : sql`and managed_proposal.asset = ${asset}`}`;

/** Newest first. */
export const selectProposals = statement(
  [FILTER, 20, 0],
  (db, filter: Filter, limit: number, offset: number) =>
    proposals(db, filter.tenant)
      .where(conditions(filter))
      .orderBy('managed_proposal.created_at', 'desc')
      .orderBy('managed_proposal.id', 'desc')
      .limit(limit)
      .offset(offset),
);

export const countProposals = statement([FILTER], (db, filter: Filter) =>
  db
    .selectFrom('managed_proposal')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where(conditions(filter)),
);

/** Inserts nothing where the balance has an open one. */
export const insertProposal = statement([PROPOSAL], (db, row: ProposalRow) =>
  db
    .insertInto('managed_proposal')
    .values({ ...row, fees: json(row.fees), policy: json(row.policy) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id'),
);

export type ProposalChange = Partial<
  Pick<ProposalRow, 'status' | 'refusal' | 'confirmed_by' | 'confirmed_at' | 'ended_by' | 'updated_at'>
>;

/** Updates nothing if the status is no longer `from`. */
export const updateProposal = statement(
  [TENANT, ID, 'OPEN', { status: 'CONFIRMED' }],
  (db, tenant: string, id: string, from: ProposalRow['status'], change: ProposalChange) =>
    db
      .updateTable('managed_proposal')
      .set(change)
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .where('status', '=', from)
      .returning('id'),
);

/** Those of a balance whose settings were changed. */
export const endOpen = statement(
  [TENANT, PLACE, TIME],
  (db, tenant: string, { venue, asset }: Place, now: Date) =>
    db
      .updateTable('managed_proposal')
      .set({ status: 'OBSOLETE', updated_at: now })
      .where('tenant', '=', tenant)
      .where('venue', '=', venue)
      .where('asset', '=', asset)
      .where('status', '=', 'OPEN'),
);

export const insertClaim = statement(
  [{ proposal_id: ID, tenant: TENANT, ...PLACE, amount: '1', made_at: TIME }],
  (db, row: ClaimRow) => db.insertInto('managed_claim').values(row),
);

/** Fails where it has become a transfer or a conversion. */
export const deleteClaim = statement([ID], (db, id: string) =>
  db.deleteFrom('managed_claim').where('proposal_id', '=', id).returning('proposal_id'),
);

/** How long the last transfers of an asset between two venues took until they were credited. */
export const selectExpectedSeconds = statement(
  [TENANT, 'aurora', 'borealis', 'USDC'],
  (db, tenant: string, from: string, to: string, asset: string) =>
    db
      .selectFrom(
        db
          .selectFrom('withdrawal')
          .innerJoin('transfer_match', 'transfer_match.withdrawal_id', 'withdrawal.id')
          .innerJoin('deposit', 'deposit.id', 'transfer_match.deposit_id')
          .select(sql<number>`extract(epoch from deposit.updated_at - withdrawal.sent_at)`.as('seconds'))
          .where('withdrawal.tenant', '=', tenant)
          .where('withdrawal.venue', '=', from)
          .where('withdrawal.to_venue', '=', to)
          .where('withdrawal.asset', '=', asset)
          .where('deposit.state', '=', 'credited')
          .orderBy('withdrawal.created_at', 'desc')
          .limit(20)
          .as('taken'),
      )
      .select(
        sql<number | null>`percentile_disc(0.5) within group (order by round(seconds))::integer`.as('median'),
      ),
);
