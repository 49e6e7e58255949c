import { sql, type ColumnType } from 'kysely';
import { statement } from '../../../platform/postgres/index.ts';
import type { DestinationDetails, DestinationStatus } from './schema.ts';

export interface DestinationRow {
  id: string;
  tenant: string;
  partner_uid: string;
  account_id: string;
  status: DestinationStatus;
  details: DestinationDetails;
  saved_by: string;
  saved_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  usable_from: Date | null;
  reason: string | null;
}

type DestinationTable = Omit<DestinationRow, 'details'> & { details: ColumnType<DestinationDetails, string> };

declare module '../../../platform/postgres/connect.ts' {
  interface Tables {
    disbursement_destination: DestinationTable;
  }
}

const TENANT = 'acme';
const ID = '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d';
const ROW: DestinationRow = {
  id: ID,
  tenant: TENANT,
  partner_uid: 'P1001',
  account_id: '700100',
  status: 'WAITING',
  details: { name: 'Jose Muller', iban: 'DE89370400440532013000' },
  saved_by: 'paula',
  saved_at: new Date(0),
  decided_by: null,
  decided_at: null,
  usable_from: null,
  reason: null,
};

export const insertDestination = statement([ROW], (db, row: DestinationRow) =>
  db
    .insertInto('disbursement_destination')
    .values({ ...row, details: JSON.stringify(row.details) })
    .returningAll(),
);

/** Those of an account that are waiting or confirmed. */
export const lockPresent = statement([TENANT, '700100'], (db, tenant: string, accountId: string) =>
  db
    .selectFrom('disbursement_destination')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .where('status', 'in', ['WAITING', 'CONFIRMED'])
    .orderBy('id')
    .forUpdate(),
);

export const lockDestination = statement([TENANT, ID], (db, tenant: string, id: string) =>
  db
    .selectFrom('disbursement_destination')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .forUpdate(),
);

/** They never change. */
export const selectDetails = statement([ID], (db, id: string) =>
  db.selectFrom('disbursement_destination').select('details').where('id', '=', id),
);

/** The confirmed destinations of accounts, as far as their owners have saved them: an account without a ledger can change hands. */
export const selectConfirmed = statement(
  [TENANT, [{ account_id: '700100', partner_uid: 'P1001' }]],
  (db, tenant: string, accounts: readonly Pick<DestinationRow, 'account_id' | 'partner_uid'>[]) =>
    db
      .selectFrom('disbursement_destination')
      .selectAll()
      .where('tenant', '=', tenant)
      .where(
        sql<boolean>`(account_id, partner_uid) in (
          select * from unnest(${accounts.map(({ account_id }) => account_id)}::text[],
            ${accounts.map(({ partner_uid }) => partner_uid)}::text[]))`,
      )
      .where('status', '=', 'CONFIRMED'),
);

export const selectConfirmedById = statement([TENANT, ID], (db, tenant: string, id: string) =>
  db
    .selectFrom('disbursement_destination')
    .select(['partner_uid', 'account_id', 'usable_from'])
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('status', '=', 'CONFIRMED'),
);

/** Keeps those of accounts from being replaced until the transaction ends. */
export const lockConfirmed = statement(
  [TENANT, ['700100']],
  (db, tenant: string, accountIds: readonly string[]) =>
    db
      .selectFrom('disbursement_destination')
      .select('id')
      .where('tenant', '=', tenant)
      .where('account_id', '=', sql<string>`any(${accountIds}::text[])`)
      .where('status', '=', 'CONFIRMED')
      .orderBy('id')
      .forShare(),
);

type Change = Partial<
  Pick<DestinationRow, 'status' | 'decided_by' | 'decided_at' | 'usable_from' | 'reason'>
>;

export const updateDestination = statement(
  [
    ID,
    'WAITING',
    { status: 'CONFIRMED', decided_by: 'grace', decided_at: new Date(0), usable_from: new Date(0) },
  ],
  (db, id: string, from: DestinationStatus, change: Change) =>
    db
      .updateTable('disbursement_destination')
      .set(change)
      .where('id', '=', id)
      .where('status', '=', from)
      .returningAll(),
);

/** Null for any. */
interface DestinationFilter {
  readonly status: DestinationStatus | null;
  readonly partner: string | null;
}

const ANY: DestinationFilter = { status: 'WAITING', partner: null };

const matches = ({ status, partner }: DestinationFilter) =>
  sql<boolean>`(${status}::text is null or status = ${status}::text)
    and (${partner}::text is null or partner_uid = ${partner}::text)`;

/** Newest first. */
export const selectDestinations = statement(
  [TENANT, ANY, 100, 0],
  (db, tenant: string, filter: DestinationFilter, limit: number, offset: number) =>
    db
      .selectFrom('disbursement_destination')
      .selectAll()
      .where('tenant', '=', tenant)
      .where(matches(filter))
      .orderBy('saved_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset(offset),
);

export const countDestinations = statement([TENANT, ANY], (db, tenant: string, filter: DestinationFilter) =>
  db
    .selectFrom('disbursement_destination')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('tenant', '=', tenant)
    .where(matches(filter)),
);
