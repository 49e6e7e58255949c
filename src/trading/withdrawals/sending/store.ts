import { sql } from 'kysely';
import type { JsonObject } from '../../../platform/audit/index.ts';
import { statement } from '../../../platform/postgres/index.ts';

export interface AttemptRow {
  withdrawal_id: string;
  number: number;
  kind: 'submit' | 'find' | 'fund' | 'findFunding';
  request: JsonObject;
  started_at: Date;
  deadline: Date;
  outcome: 'accepted' | 'refused' | 'notSent' | 'unknown' | 'absent' | null;
  answer: JsonObject | null;
  ended_at: Date | null;
}

declare module '../../../platform/postgres/connect.ts' {
  interface Tables {
    withdrawal_attempt: AttemptRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const ATTEMPT: AttemptRow = {
  withdrawal_id: ID,
  number: 1,
  kind: 'submit',
  request: {},
  started_at: TIME,
  deadline: TIME,
  outcome: null,
  answer: null,
  ended_at: null,
};

export const selectAttempts = statement([ID], (db, id: string) =>
  db.selectFrom('withdrawal_attempt').selectAll().where('withdrawal_id', '=', id).orderBy('number'),
);

export const insertAttempt = statement([ATTEMPT], (db, row: AttemptRow) =>
  db.insertInto('withdrawal_attempt').values(row),
);

/** Adds to each withdrawal a submission whose outcome is unknown. */
export const insertDoubts = statement(
  [[ID], { startedAt: TIME, deadline: TIME }],
  (db, ids: readonly string[], { startedAt, deadline }: { startedAt: Date; deadline: Date }) =>
    db
      .insertInto('withdrawal_attempt')
      .columns([
        'withdrawal_id',
        'number',
        'kind',
        'request',
        'started_at',
        'deadline',
        'outcome',
        'ended_at',
      ])
      .expression((db) =>
        db
          .selectFrom('withdrawal')
          .leftJoin('withdrawal_attempt', 'withdrawal_id', 'withdrawal.id')
          .select([
            'withdrawal.id',
            sql<number>`coalesce(max(number), 0) + 1`.as('number'),
            sql.lit<'submit'>('submit').as('kind'),
            sql<JsonObject>`jsonb_build_object('reference', withdrawal.id)`.as('request'),
            sql<Date>`${startedAt}::timestamptz`.as('started_at'),
            sql<Date>`${deadline}::timestamptz`.as('deadline'),
            sql.lit<'unknown'>('unknown').as('outcome'),
            sql<Date>`${startedAt}::timestamptz`.as('ended_at'),
          ])
          .where('withdrawal.id', '=', sql<string>`any(${ids}::uuid[])`)
          .groupBy('withdrawal.id'),
      ),
);

export const endAttempt = statement(
  [ID, 1, { outcome: 'unknown', answer: {}, ended_at: TIME }],
  (db, id: string, number: number, end: Pick<AttemptRow, 'outcome' | 'answer' | 'ended_at'>) =>
    db
      .updateTable('withdrawal_attempt')
      .set(end)
      .where('withdrawal_id', '=', id)
      .where('number', '=', number)
      .where('outcome', 'is', null),
);

/** Records that requests with an unknown outcome had no effect, as the venue or a person has confirmed. */
export const markAbsent = statement([ID, [1]], (db, id: string, numbers: readonly number[]) =>
  db
    .updateTable('withdrawal_attempt')
    .set({ outcome: 'absent' })
    .where('withdrawal_id', '=', id)
    .where('number', 'in', numbers),
);

/** What the paying wallet holds for other withdrawals that were funded and have not left. */
export const sumFunded = statement(
  ['acme', 'aurora', 'BTC', ID],
  (db, tenant: string, venue: string, asset: string, except: string) =>
    db
      .selectFrom('withdrawal')
      .innerJoin('withdrawal_attempt', 'withdrawal_id', 'withdrawal.id')
      .select(sql<string>`coalesce(sum((answer -> 'value' ->> 'held')::numeric), 0)::text`.as('total'))
      .where('tenant', '=', tenant)
      .where('venue', '=', venue)
      .where('asset', '=', asset)
      .where('status', '=', 'PENDING')
      .where('sent_at', 'is', null)
      .where('id', '<>', except)
      .where('kind', 'in', ['fund', 'findFunding'])
      .where('outcome', '=', 'accepted'),
);

/** Of every tenant: what is to be sent, or may be once it is approved. */
export const lockUnsent = statement([], (db) =>
  db
    .selectFrom('withdrawal')
    .select(['id', 'tenant', 'status'])
    .where('status', 'in', ['PENDING', 'APPROVAL_REQUESTED'])
    .orderBy('id')
    .forUpdate(),
);

/** Those to be sent count as sent until it is known that they were not. */
export const updateDoubted = statement(
  [[ID], { sentAt: TIME, reason: 'r' }],
  (db, ids: readonly string[], { sentAt, reason }: { sentAt: Date; reason: string }) =>
    db
      .updateTable('withdrawal')
      .set({
        sent_at: sql`coalesce(sent_at, ${sentAt}::timestamptz)`,
        waiting_reason: sql`case when due_at is null then waiting_reason else ${reason}::text end`,
      })
      .where('status', '=', 'PENDING')
      .where('id', '=', sql<string>`any(${ids}::uuid[])`),
);
