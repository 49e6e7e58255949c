import { sql, type ColumnType } from 'kysely';
import { statement } from '../../../platform/postgres/index.ts';

export type Fact = Readonly<Record<string, string | number | boolean | null>>;
export type ProposalStatus = 'PROPOSED' | 'CONFIRMED' | 'WITHDRAWN' | 'REFUSED';

export interface ProposalRow {
  id: string;
  tenant: string;
  status: ProposalStatus;
  kind: string;
  action: 'send' | 'withdraw';
  facts: readonly Fact[];
  reason: string | null;
  proposed_by: string;
  proposed_at: Date;
  ended_by: string | null;
  ended_at: Date | null;
  batch: string | null;
}

/** pg takes an array for one of PostgreSQL's: JSON is written as text. */
type ProposalTable = Omit<ProposalRow, 'facts'> & { facts: ColumnType<readonly Fact[], string> };

declare module '../../../platform/postgres/connect.ts' {
  interface Tables {
    proposal: ProposalTable;
  }
}

const TENANT = 'acme';
const ID = '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d';
const ROW: ProposalRow = {
  id: ID,
  tenant: TENANT,
  status: 'PROPOSED',
  kind: 'tariffs',
  action: 'send',
  facts: [],
  reason: null,
  proposed_by: 'ada',
  proposed_at: new Date(0),
  ended_by: null,
  ended_at: null,
  batch: null,
};

export const insertProposal = statement([ROW], (db, row: ProposalRow) =>
  db
    .insertInto('proposal')
    .values({ ...row, facts: JSON.stringify(row.facts) })
    .returningAll(),
);

export const selectProposal = statement([TENANT, ID], (db, tenant: string, id: string) =>
  db.selectFrom('proposal').selectAll().where('tenant', '=', tenant).where('id', '=', id),
);

export const lockProposal = statement([TENANT, ID], (db, tenant: string, id: string) =>
  selectProposal(db, tenant, id).forUpdate(),
);

type End = Pick<ProposalRow, 'ended_by' | 'ended_at' | 'batch'> & { status: ProposalStatus };

export const endProposal = statement(
  [TENANT, ID, { status: 'CONFIRMED', ended_by: 'grace', ended_at: new Date(0), batch: '1' }],
  (db, tenant: string, id: string, end: End) =>
    db
      .updateTable('proposal')
      .set(end)
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .where('status', '=', 'PROPOSED')
      .returningAll(),
);

/** Null for any. */
interface ProposalFilter {
  readonly status: ProposalStatus | null;
  readonly kind: string | null;
  /** Whom one of its facts is about. */
  readonly partner: string | null;
  readonly notBy: string | null;
}

const WAITING: ProposalFilter = { status: 'PROPOSED', kind: null, partner: null, notBy: null };

const matches = ({ status, kind, partner, notBy }: ProposalFilter) =>
  sql<boolean>`(${status}::text is null or status = ${status}::text)
    and (${kind}::text is null or kind = ${kind}::text)
    and (${partner}::text is null
      or facts @> jsonb_build_array(jsonb_build_object('partner_uid', ${partner}::text)))
    and (${notBy}::text is null or proposed_by <> ${notBy}::text)`;

/** Newest first. */
export const selectProposals = statement(
  [TENANT, WAITING, 100, 0],
  (db, tenant: string, filter: ProposalFilter, limit: number, offset: number) =>
    db
      .selectFrom('proposal')
      .selectAll()
      .where('tenant', '=', tenant)
      .where(matches(filter))
      .orderBy('proposed_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset(offset),
);

export const countProposals = statement([TENANT, WAITING], (db, tenant: string, filter: ProposalFilter) =>
  db
    .selectFrom('proposal')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant', '=', tenant)
    .where(matches(filter)),
);
