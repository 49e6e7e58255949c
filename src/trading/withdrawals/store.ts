import { sql, type Generated } from 'kysely';
import { statement } from '../../platform/postgres/index.ts';
import type { StoredScreening } from '../screening/index.ts';
import type { Status } from './status.ts';

export type StoredDestination =
  | {
      readonly kind: 'blockchain';
      readonly network: string;
      readonly address: string;
      readonly tag: string | null;
      readonly alias: string | null;
    }
  /** `account` is the name of the bank account at the venue. */
  | {
      readonly kind: 'fiat';
      readonly alias: string;
      readonly account: string;
      readonly reference: string | null;
    };

/** What the policy decided at creation. */
export interface Decision {
  /** Null without a policy. */
  readonly policyVersion: number | null;
  /** The number of the rule, from 1; null when none matched. */
  readonly rule: number | null;
  readonly sentence: string;
  /** Whether the destination was a confirmed saved one. */
  readonly destination: 'KNOWN' | 'NEW';
  /** Who requested it, where that is a managed balance that acts without a person. */
  readonly requester?: 'MANAGED_BALANCE';
}

/** What a person found about a withdrawal that the venue holds, until another one has found the same. */
export interface Finding {
  readonly found: 'PAID' | 'REFUSED';
  readonly transaction: string | null;
  readonly comment: string;
  readonly by: string;
  readonly at: string;
}

export interface WithdrawalRow {
  id: string;
  tenant: string;
  venue: string;
  asset: string;
  amount: string;
  destination: StoredDestination;
  reference: string;
  status: Status;
  venue_transfer_id: string | null;
  receipt: string | null;
  /** What the venue charges beside the amount: as announced, then as its request reckoned with it. Null where unknown. */
  fee: string | null;
  /** What the venue says it charged, and that the payee received, once it has completed it. */
  charged_fee: string | null;
  received_amount: string | null;
  /** The venue's own number of a transfer within its own books, in place of a receipt. */
  internal_transfer_id: string | null;
  failure_message: string | null;
  requested_by: string;
  approvals_required: number;
  /** Null for everybody with the scope, empty for every person, else these people. */
  approvers: string[] | null;
  due_at: Date | null;
  waiting_reason: string | null;
  /** When the venue accepted it, or was asked to while its answer is unknown. Null while certainly nothing has left. */
  sent_at: Date | null;
  /** Null for those created before decisions were stored. */
  decision: Decision | null;
  /** The venue of ours that a transfer goes to; null for all others. */
  to_venue: string | null;
  /** Null where no rule asked for a screening. */
  screening: StoredScreening | null;
  /** Who receives it, where that was said. */
  recipient_id: string | null;
  recipient_hash: string | null;
  /** The proposal of a managed balance that it carries out. */
  proposal_id: string | null;
  finding: Finding | null;
  created_at: Date;
  updated_at: Date;
}

export interface VoteRow {
  withdrawal_id: string;
  voter: string;
  decision: 'APPROVE' | 'REJECT';
  comment: string | null;
  created_at: Date;
}

/** A vote as a reader of its withdrawal sees it. */
export interface ShownVote extends Pick<VoteRow, 'voter' | 'decision' | 'comment'> {
  readonly at: string;
  /** Everybody who answers for it. */
  readonly people: readonly string[];
}

interface CountTable {
  tenant: string;
  status: Status;
  venue: string;
  asset: string;
  withdrawals: Generated<string>;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    withdrawal: WithdrawalRow;
    withdrawal_vote: VoteRow;
    withdrawal_count: CountTable;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const TENANT = 'acme';
const ROW: WithdrawalRow = {
  id: ID,
  tenant: TENANT,
  venue: 'aurora',
  asset: 'BTC',
  amount: '1',
  destination: { kind: 'fiat', alias: 'a', account: 'a', reference: null },
  reference: 'r',
  status: 'PENDING',
  venue_transfer_id: null,
  receipt: null,
  fee: null,
  charged_fee: null,
  received_amount: null,
  internal_transfer_id: null,
  failure_message: null,
  requested_by: 'desk',
  approvals_required: 0,
  approvers: null,
  due_at: null,
  waiting_reason: null,
  sent_at: null,
  decision: null,
  to_venue: null,
  screening: null,
  recipient_id: null,
  recipient_hash: null,
  proposal_id: null,
  finding: null,
  created_at: TIME,
  updated_at: TIME,
};
export const COLUMNS = [
  'id',
  'tenant',
  'venue',
  'asset',
  'amount',
  'destination',
  'reference',
  'status',
  'venue_transfer_id',
  'receipt',
  'fee',
  'charged_fee',
  'received_amount',
  'internal_transfer_id',
  'failure_message',
  'requested_by',
  'approvals_required',
  'approvers',
  'due_at',
  'waiting_reason',
  'sent_at',
  'decision',
  'to_venue',
  'screening',
  'recipient_id',
  'recipient_hash',
  'proposal_id',
  'finding',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof WithdrawalRow)[];

export const insertWithdrawals = statement([[ROW]], (db, rows: readonly WithdrawalRow[]) =>
  db
    .insertInto('withdrawal')
    .columns(COLUMNS)
    .expression((db) =>
      db
        .selectFrom(
          sql<WithdrawalRow>`json_populate_recordset(null::withdrawal, ${JSON.stringify(rows)}::json)`.as<'new'>(
            sql`new`,
          ),
        )
        .select(COLUMNS),
    ),
);

export const selectWithdrawal = statement([TENANT, ID], (db, tenant: string, id: string) =>
  db.selectFrom('withdrawal').select(COLUMNS).where('tenant', '=', tenant).where('id', '=', id),
);

export const lockWithdrawal = statement([TENANT, ID], (db, tenant: string, id: string) =>
  db.selectFrom('withdrawal').select(COLUMNS).where('tenant', '=', tenant).where('id', '=', id).forUpdate(),
);

/** Updates nothing if the status is no longer `from`. */
export const updateWithdrawal = statement(
  [ID, 'PENDING', { due_at: TIME }],
  (db, id: string, from: Status, change: Partial<WithdrawalRow>) =>
    db
      .updateTable('withdrawal')
      .set(change)
      .where('id', '=', id)
      .where('status', '=', from)
      .returning(COLUMNS),
);

/** Changes only when it is due. */
export const postpone = statement([ID, 'SUBMITTED', TIME], (db, id: string, status: Status, dueAt: Date) =>
  db.updateTable('withdrawal').set({ due_at: dueAt }).where('id', '=', id).where('status', '=', status),
);

/** Whether it waits until a person says what the venue has: no time will come at which work on it continues. */
export const needsPerson = ({ status, due_at }: Pick<WithdrawalRow, 'status' | 'due_at'>): boolean =>
  status === 'PENDING' && due_at === null;

/** Merges the rows of each count into one. Readers see the same sums before and after. */
export const foldCounts = statement([], (db) =>
  db
    .with('folded', (db) =>
      db.deleteFrom('withdrawal_count').returning(['tenant', 'status', 'venue', 'asset', 'withdrawals']),
    )
    .insertInto('withdrawal_count')
    .columns(['tenant', 'status', 'venue', 'asset', 'withdrawals'])
    .expression((db) =>
      db
        .selectFrom('folded')
        .select(['tenant', 'status', 'venue', 'asset', sql<string>`sum(withdrawals)`.as('withdrawals')])
        .groupBy(['tenant', 'status', 'venue', 'asset'])
        .having(sql`sum(withdrawals)`, '<>', 0),
    ),
);

/** The newest, newest first. */
export const selectCreatedSince = statement(
  [TENANT, TIME, 100],
  (db, tenant: string, since: Date, limit: number) =>
    db
      .selectFrom('withdrawal')
      .select(COLUMNS)
      .where('tenant', '=', tenant)
      .where('created_at', '>=', since)
      .where('status', '<>', 'SIMULATED')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit),
);

export const selectDue = statement(
  [TENANT, 'aurora', 'PENDING', TIME, 100],
  (db, tenant: string, venue: string, status: Status, now: Date, limit: number) =>
    db
      .selectFrom('withdrawal')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('venue', '=', venue)
      .where('status', '=', status)
      .where('due_at', '<=', now)
      .orderBy('due_at')
      .limit(limit),
);

export const selectNextDue = statement(
  [TENANT, 'aurora', 'PENDING'],
  (db, tenant: string, venue: string, status: Status) =>
    db
      .selectFrom('withdrawal')
      .select('due_at')
      .where('tenant', '=', tenant)
      .where('venue', '=', venue)
      .where('status', '=', status)
      .where('due_at', 'is not', null)
      .orderBy('due_at')
      .limit(1),
);

/** All work that is due, whether or not it still has a job. */
export const selectOverdue = statement([TIME], (db, before: Date) =>
  db
    .selectFrom('withdrawal')
    .select(({ fn }) => ['tenant', 'venue', 'status', fn.min('due_at').as('due_at')])
    .where('due_at', '<=', before)
    .groupBy(['tenant', 'venue', 'status']),
);

/** All that are not final, of every tenant. Reads one index, which has only those. */
export const countOpen = statement([], (db) =>
  db
    .selectFrom('withdrawal')
    .select(({ fn }) => [
      'tenant',
      'venue',
      'status',
      fn.countAll<string>().as('open'),
      sql<string>`extract(epoch from now() - min(created_at))`.as('oldestSeconds'),
    ])
    .where(sql<boolean>`status in ('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED')`)
    .groupBy(['tenant', 'venue', 'status']),
);

export const selectExpired = statement([TENANT, TIME, 100], (db, tenant: string, now: Date, limit: number) =>
  db
    .selectFrom('withdrawal')
    .select('id')
    .where('tenant', '=', tenant)
    .where('status', '=', 'APPROVAL_REQUESTED')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit),
);
