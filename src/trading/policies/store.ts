import type { ColumnType } from 'kysely';
import { statement } from '../../platform/postgres/index.ts';
import type { Rule } from './schema.ts';

export interface PolicyRow {
  tenant: string;
  version: number;
  status: 'PROPOSED' | 'ACTIVE' | 'REPLACED';
  rules: Rule[];
  proposed_by: string;
  proposed_at: Date;
  confirmed_by: string | null;
  confirmed_at: Date | null;
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
  proposed_by: 'ada',
  proposed_at: new Date(0),
  confirmed_by: null,
  confirmed_at: null,
};

export const selectActiveRules = statement([TENANT], (db, tenant: string) =>
  db
    .selectFrom('policy')
    .select(['version', 'rules'])
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
