import { sql } from 'kysely';
import { isAfter, positionBy, type Slice } from '../../platform/lists/index.ts';
import type { Condition } from '../../platform/lucene/index.ts';
import { ONCE, statement, type Db } from '../../platform/postgres/index.ts';
import type { DepositState } from '../venues/index.ts';
import { WITHDRAWAL_COLUMNS, type WithdrawalRow } from '../withdrawals/index.ts';
import { STATUS_SQL, type TransferStatus } from './status.ts';

export interface MatchRow {
  withdrawal_id: string;
  tenant: string;
  deposit_id: string | null;
  reason: string | null;
  updated_at: Date;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    transfer_match: MatchRow;
  }
}

/** A transfer: a withdrawal with what is known of its other end. */
export interface TransferRow extends WithdrawalRow {
  readonly transfer_status: TransferStatus;
  readonly deposit_id: string | null;
  readonly reason: string | null;
  readonly matched_at: Date | null;
  readonly deposit_state: DepositState | null;
  readonly deposit_amount: string | null;
  readonly deposit_venue_id: string | null;
}

export interface Filter {
  readonly tenant: string;
  readonly status?: TransferStatus | undefined;
  readonly asset?: string | undefined;
  readonly fromVenue?: string | undefined;
  readonly toVenue?: string | undefined;
  /** False leaves out those that were only tried. */
  readonly simulated?: boolean | undefined;
  /** Only those that have not ended. */
  readonly open?: boolean | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  readonly condition?: Condition | undefined;
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const TENANT = 'acme';
const FILTER: Filter = {
  tenant: TENANT,
  status: 'IN_FLIGHT',
  asset: 'BTC',
  fromVenue: 'a',
  toVenue: 'b',
  simulated: false,
  open: true,
};
const MATCH: MatchRow = { withdrawal_id: ID, tenant: TENANT, deposit_id: ID, reason: null, updated_at: TIME };

const withdrawalColumns = WITHDRAWAL_COLUMNS.map((name) => `withdrawal.${name}` as const);

const transfers = (db: Db, tenant: string) =>
  db
    .selectFrom('withdrawal')
    .leftJoin('transfer_match', 'transfer_match.withdrawal_id', 'withdrawal.id')
    .leftJoin('deposit', 'deposit.id', 'transfer_match.deposit_id')
    .where('withdrawal.tenant', '=', tenant)
    .where('withdrawal.to_venue', 'is not', null);

const OTHER_END = [
  sql<TransferStatus>`${sql.raw(STATUS_SQL)}`.as('transfer_status'),
  'transfer_match.deposit_id',
  'transfer_match.reason',
  'transfer_match.updated_at as matched_at',
  'deposit.state as deposit_state',
  'deposit.amount as deposit_amount',
  'deposit.venue_deposit_id as deposit_venue_id',
] as const;

const IS_OPEN = sql<boolean>`(withdrawal.status in ('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED')
  or withdrawal.status = 'COMPLETED' and deposit.state is distinct from 'credited')`;

function filtered(db: Db, { tenant, asset, fromVenue, toVenue, simulated, open, from, to }: Filter) {
  let query = transfers(db, tenant);
  if (asset !== undefined) query = query.where('withdrawal.asset', '=', asset);
  if (fromVenue !== undefined) query = query.where('withdrawal.venue', '=', fromVenue);
  if (toVenue !== undefined) query = query.where('withdrawal.to_venue', '=', toVenue);
  if (simulated === false) query = query.where('withdrawal.status', '<>', 'SIMULATED');
  if (open) query = query.where(IS_OPEN);
  if (from !== undefined) query = query.where('withdrawal.created_at', '>=', from);
  if (to !== undefined) query = query.where('withdrawal.created_at', '<=', to);
  return query;
}

function listed(db: Db, filter: Filter) {
  const { status, condition } = filter;
  const all = db
    .selectFrom(filtered(db, filter).select(withdrawalColumns).select(OTHER_END).as('transfer'))
    .$if(status !== undefined, (query) => query.where('transfer_status', '=', status ?? 'IN_FLIGHT'));
  if (condition === undefined) return all;
  return all.modifyFront(ONCE).where(sql<boolean>(condition.fragments, ...condition.parameters));
}

export const selectPage = statement(
  [FILTER, { limit: 20, offset: 0, after: ['0', ID] }],
  (db, filter: Filter, { limit, offset, after }: Slice) =>
    listed(db, filter)
      .selectAll()
      .select(positionBy('created_at').as('position'))
      .$if(after !== undefined, (query) => query.where(isAfter('created_at', after ?? [])))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset),
);

export const countTransfers = statement([FILTER], (db, filter: Filter) =>
  listed(db, filter).select(({ fn }) => fn.countAll<string>().as('total')),
);

export const selectTransfer = statement([TENANT, ID], (db, tenant: string, id: string) =>
  transfers(db, tenant).select(withdrawalColumns).select(OTHER_END).where('withdrawal.id', '=', id),
);

export const selectByReference = statement([TENANT, 'r'], (db, tenant: string, reference: string) =>
  transfers(db, tenant)
    .select(withdrawalColumns)
    .select(OTHER_END)
    .where('withdrawal.reference', '=', reference)
    .where('withdrawal.status', '<>', 'SIMULATED')
    .limit(1),
);

/** Those that left, or are leaving, and whose other end is not known; those that wait for a person last, else oldest first. */
export const selectUnmatched = statement([500], (db, limit: number) =>
  db
    .selectFrom('withdrawal')
    .leftJoin('transfer_match', 'transfer_match.withdrawal_id', 'withdrawal.id')
    .select(withdrawalColumns)
    .select('transfer_match.reason')
    .where('withdrawal.to_venue', 'is not', null)
    .where(sql<boolean>`withdrawal.status in ('SUBMITTED', 'COMPLETED')`)
    .where('transfer_match.deposit_id', 'is', null)
    .orderBy(sql`transfer_match.reason is not null`)
    .orderBy('withdrawal.created_at')
    .limit(limit),
);

/** Where the deposits of a transfer are. */
interface Account {
  readonly tenant: string;
  readonly venue: string;
  readonly asset: string;
}

/** The deposits of an asset that belong to no transfer, since a time. */
const free = (db: Db, { tenant, venue, asset }: Account, since: Date) =>
  db
    .selectFrom('deposit')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('venue', '=', venue)
    .where('asset', '=', asset)
    .where('created_at', '>=', since)
    .where(sql<boolean>`not exists (select from transfer_match where transfer_match.deposit_id = deposit.id)`)
    .orderBy('created_at');

const ACCOUNT: Account = { tenant: TENANT, venue: 'aurora', asset: 'BTC' };

export const selectFree = statement(
  [ACCOUNT, TIME, 1000],
  (db, account: Account, since: Date, limit: number) => free(db, account, since).limit(limit),
);

/** What transfers can be recognised by; a hash without `0x` and in lower case. */
export interface Marks {
  readonly hashes: readonly string[];
  readonly internalIds: readonly string[];
  readonly amounts: readonly string[];
}

/** Those of them that have a transaction and an amount of some transfers: however many others there are, these are found. */
export const selectFitting = statement(
  [ACCOUNT, TIME, { hashes: ['ab'], internalIds: ['1'], amounts: ['1.5'] }, 1000],
  (db, account: Account, since: Date, { hashes, internalIds, amounts }: Marks, limit: number) =>
    free(db, account, since)
      .where(
        sql<boolean>`(receipt is not null and lower(regexp_replace(btrim(receipt), '^0x', '', 'i')) = any(${hashes}::text[])
          or internal_transfer_id = any(${internalIds}::text[]))`,
      )
      .where(sql<boolean>`amount = any(${amounts}::numeric[])`)
      .limit(limit),
);

export const lockSent = statement([TENANT, ID], (db, tenant: string, id: string) =>
  db
    .selectFrom('withdrawal')
    .select(WITHDRAWAL_COLUMNS)
    .where('tenant', '=', tenant)
    .where('id', '=', id)
    .where('to_venue', 'is not', null)
    .forUpdate(),
);

export const lockReceived = statement([TENANT, ID], (db, tenant: string, id: string) =>
  db.selectFrom('deposit').selectAll().where('tenant', '=', tenant).where('id', '=', id).forUpdate(),
);

/** What either of them is matched with. */
export const selectMatches = statement([ID, ID], (db, withdrawalId: string, depositId: string | null) =>
  db
    .selectFrom('transfer_match')
    .select(['withdrawal_id', 'deposit_id', 'reason'])
    .where((eb) => eb.or([eb('withdrawal_id', '=', withdrawalId), eb('deposit_id', '=', depositId)])),
);

export const upsertMatch = statement([MATCH], (db, row: MatchRow) =>
  db
    .insertInto('transfer_match')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .column('withdrawal_id')
        .doUpdateSet((excluded) => ({
          deposit_id: excluded.ref('excluded.deposit_id'),
          reason: excluded.ref('excluded.reason'),
          updated_at: excluded.ref('excluded.updated_at'),
        }))
        .where('transfer_match.deposit_id', 'is', null),
    )
    .returning('withdrawal_id'),
);

/** What was sent and is not credited at the other end, by asset. */
export const sumInFlight = statement([TENANT], (db, tenant: string) =>
  transfers(db, tenant)
    .select(({ fn }) => [
      'withdrawal.asset',
      sql<string>`sum(coalesce(withdrawal.received_amount, withdrawal.amount))`.as('amount'),
      sql<string>`coalesce(sum(withdrawal.amount) filter (where withdrawal.status = 'SUBMITTED'), 0)`.as(
        'leaving',
      ),
      fn.countAll<string>().as('transfers'),
    ])
    .where(sql<boolean>`withdrawal.status in ('SUBMITTED', 'COMPLETED')`)
    .where(sql<boolean>`deposit.state is distinct from 'credited'`)
    .groupBy('withdrawal.asset')
    .orderBy('withdrawal.asset'),
);
