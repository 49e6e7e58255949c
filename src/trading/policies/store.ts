import type { ColumnType } from 'kysely';
import { statement } from '../../platform/postgres/index.ts';
import type { Groups, Rule } from './schema.ts';

export interface PolicyRow {
  tenant: string;
  version: number;
  status: 'PROPOSED' | 'ACTIVE' | 'REPLACED' | 'WITHDRAWN' | 'REFUSED';
  rules: Rule[];
  groups: Groups;
  proposed_by: string;
  proposed_at: Date;
  confirmed_by: string | null;
  confirmed_at: Date | null;
  /** Who withdrew or refused the proposal. */
  ended_by: string | null;
  ended_at: Date | null;
}

/** pg takes an array for one of PostgreSQL's: JSON is written as text. */
type PolicyTable = Omit<PolicyRow, 'rules'> & { rules: ColumnType<Rule[], string> };

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    policy: PolicyTable;
  }
}

const TENANT = 'acme';
const ROW: PolicyRow = {
  tenant: TENANT,
  version: 1,
  status: 'PROPOSED',
  rules: [],
  groups: {},
  proposed_by: 'ada',
  proposed_at: new Date(0),
  confirmed_by: null,
  confirmed_at: null,
  ended_by: null,
  ended_at: null,
};

export const selectActiveRules = statement([TENANT], (db, tenant: string) =>
  db
    .selectFrom('policy')
    .select(['version', 'rules', 'groups'])
    .where('tenant', '=', tenant)
    .where('status', '=', 'ACTIVE'),
);

/** The active and the proposed one. */
export const selectCurrent = statement([TENANT], (db, tenant: string) =>
  db
    .selectFrom('policy')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('status', 'in', ['ACTIVE', 'PROPOSED'])
    .orderBy('version'),
);

export const lockNewest = statement([TENANT], (db, tenant: string) =>
  db
    .selectFrom('policy')
    .select('version')
    .where('tenant', '=', tenant)
    .orderBy('version', 'desc')
    .limit(1)
    .forUpdate(),
);

export const lockVersion = statement([TENANT, 1], (db, tenant: string, version: number) =>
  db.selectFrom('policy').selectAll().where('tenant', '=', tenant).where('version', '=', version).forUpdate(),
);

export const replacePolicy = statement(
  [TENANT, 'ACTIVE'],
  (db, tenant: string, status: PolicyRow['status']) =>
    db
      .updateTable('policy')
      .set({ status: 'REPLACED' })
      .where('tenant', '=', tenant)
      .where('status', '=', status),
);

/** Inserts nothing if the same version was proposed at the same time. */
export const insertPolicy = statement([ROW], (db, row: PolicyRow) =>
  db
    .insertInto('policy')
    .values({ ...row, rules: JSON.stringify(row.rules) })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll(),
);

export const activatePolicy = statement(
  [TENANT, 1, 'grace', new Date(0)],
  (db, tenant: string, version: number, confirmedBy: string, confirmedAt: Date) =>
    db
      .updateTable('policy')
      .set({ status: 'ACTIVE', confirmed_by: confirmedBy, confirmed_at: confirmedAt })
      .where('tenant', '=', tenant)
      .where('version', '=', version)
      .where('status', '=', 'PROPOSED')
      .returningAll(),
);

/** Newest first. */
export const selectVersions = statement(
  [TENANT, 20, 0],
  (db, tenant: string, limit: number, offset: number) =>
    db
      .selectFrom('policy')
      .selectAll()
      .where('tenant', '=', tenant)
      .orderBy('version', 'desc')
      .limit(limit)
      .offset(offset),
);

export const countVersions = statement([TENANT], (db, tenant: string) =>
  db
    .selectFrom('policy')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('tenant', '=', tenant),
);

export const endProposal = statement(
  [TENANT, 1, { status: 'REFUSED', ended_by: 'grace', ended_at: new Date(0) }],
  (
    db,
    tenant: string,
    version: number,
    end: { status: 'WITHDRAWN' | 'REFUSED'; ended_by: string; ended_at: Date },
  ) =>
    db
      .updateTable('policy')
      .set(end)
      .where('tenant', '=', tenant)
      .where('version', '=', version)
      .where('status', '=', 'PROPOSED')
      .returningAll(),
);
