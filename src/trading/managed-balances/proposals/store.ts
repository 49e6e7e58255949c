import { sql } from 'kysely';
import { statement, type Db } from '../../../platform/postgres/index.ts';
import type { Direction, Place } from '../decide.ts';
import { json } from '../json.ts';
import type { PROPOSAL_STATUSES } from '../schema.ts';

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

declare module '../../../platform/postgres/connect.ts' {
  interface Tables {
    managed_proposal: ProposalRow;
    managed_claim: ClaimRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TENANT = 'acme';
const TIME = new Date(0);
const PLACE: Place = { venue: 'aurora', asset: 'USDC' };
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
const PROPOSAL_COLUMNS = Object.keys(PROPOSAL).map(
  (name) => `managed_proposal.${name as keyof ProposalRow}` as const,
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
