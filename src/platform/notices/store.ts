import { sql } from 'kysely';
import { statement, type Db } from '../postgres/index.ts';
import type { Detail } from './compose.ts';

export const DELIVERY_STATES = [
  'WAITING',
  'TAKEN',
  'OFFERED',
  'SENT',
  'FAILED',
  'UNKNOWN',
  'DROPPED',
] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

interface NoticeTable {
  id: string;
  tenant: string;
  service: string;
  kind: string;
  subject: string;
  created_at: Date;
}

interface DeliveryTable {
  id: string;
  notice_id: string;
  person: string;
  channel: string;
  /** Of a channel that reaches each device of a person. */
  device: string | null;
  state: DeliveryState;
  attempts: number;
  due_at: Date | null;
  last_attempt_at: Date | null;
  address: string | null;
  outcome: string | null;
  created_at: Date;
  /** Whether it is sent after those that are not. */
  is_bulk: boolean;
}

/** Where messages can be sent. */
interface ReachView {
  person: string;
  channel: string;
  address: string;
  detail: Detail | null;
  language: string | null;
  /** Null if it gets the messages of every service. */
  service: string | null;
}

declare module '../postgres/connect.ts' {
  interface Tables {
    notice: NoticeTable;
    notice_delivery: DeliveryTable;
    notice_reach: ReachView;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const NOTICE: NoticeTable = {
  id: ID,
  tenant: 'acme',
  service: 'trading',
  kind: 'withdrawal.vote',
  subject: ID,
  created_at: TIME,
};

/** Returns the id of the notice, which may be there already. */
export const insertNotice = statement([NOTICE], (db, row: NoticeTable) =>
  db
    .insertInto('notice')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'service', 'kind', 'subject'])
        .doUpdateSet({ created_at: sql`notice.created_at` }),
    )
    .returning('id'),
);

export type NewDelivery = Pick<DeliveryTable, 'id' | 'person' | 'channel' | 'device'> & { due_at: Date };

/** Those that are there already stay as they are. */
export const insertDeliveries = statement(
  [
    ID,
    [{ id: ID, person: 'ada', channel: 'EMAIL', device: null, due_at: TIME }],
    { now: TIME, isBulk: false },
  ],
  (
    db,
    notice: string,
    rows: readonly NewDelivery[],
    { now, isBulk }: { readonly now: Date; readonly isBulk: boolean },
  ) =>
    db
      .insertInto('notice_delivery')
      .values(
        rows.map((row) => ({
          ...row,
          notice_id: notice,
          state: 'WAITING',
          attempts: 0,
          created_at: now,
          is_bulk: isBulk,
        })),
      )
      .onConflict((conflict) => conflict.doNothing()),
);

/** Of those who can be reached through a channel about something of a service. */
export const selectReachable = statement(
  ['trading', ['ada'], ['EMAIL']],
  (db, service: string, people: readonly string[], channels: readonly string[]) =>
    db
      .selectFrom('notice_reach')
      .leftJoin('notice_preference', 'notice_preference.person', 'notice_reach.person')
      .select([
        'notice_reach.person',
        'notice_reach.channel',
        'notice_reach.address',
        'muted',
        'quiet_from',
        'quiet_until',
        'time_zone',
      ])
      .where('notice_reach.person', '=', sql<string>`any(${people}::text[])`)
      .where('notice_reach.channel', '=', sql<string>`any(${channels}::text[])`)
      .where(sql<boolean>`coalesce(notice_reach.service = ${service}, true)`),
);

/** The messages of a channel or, where each recipient or device has a server of its own, of one of them. */
export interface Lane {
  readonly channel: string;
  readonly person?: string | undefined;
  readonly device?: string | undefined;
}

const LANE: Lane = { channel: 'PUSH', person: 'ada', device: ID };

const due = (db: Db, { channel, person, device }: Lane, now: Date) =>
  db
    .selectFrom('notice_delivery')
    .select('id')
    .where('channel', '=', channel)
    .$if(person !== undefined, (rest) => rest.where('person', '=', person ?? ''))
    .$if(device !== undefined, (rest) => rest.where('device', '=', device ?? ''))
    .where('due_at', '<=', now);

/** The lanes in which something is due, longest first. */
export const selectDueLanes = statement(
  [['EMAIL', 'CHAT'], ['CHAT'], TIME, 1000],
  (db, channels: readonly string[], personal: readonly string[], now: Date, limit: number) => {
    const lane = sql<string | null>`case when channel = any(${personal}::text[]) then person end`;
    return db
      .selectFrom('notice_delivery')
      .select(['channel', lane.as('person'), 'device'])
      .where('channel', '=', sql<string>`any(${channels}::text[])`)
      .where('due_at', '<=', now)
      .groupBy(['channel', sql`2`, 'device'])
      .orderBy(sql`min(due_at)`)
      .limit(limit);
  },
);

/**
 * Takes messages that are due, also from workers that count as dead. Each take is an attempt, and only the last one can
 * offer the message.
 */
export const takeDue = statement(
  [LANE, TIME, TIME, 20],
  (db, lane: Lane, now: Date, until: Date, limit: number) =>
    db
      .updateTable('notice_delivery')
      .from('notice')
      .set({
        state: 'TAKEN',
        attempts: sql`attempts + 1`,
        due_at: until,
        last_attempt_at: now,
      })
      .whereRef('notice.id', '=', 'notice_delivery.notice_id')
      .where(
        'notice_delivery.id',
        'in',
        due(db, lane, now)
          .where('state', 'in', ['WAITING', 'TAKEN'])
          .orderBy('is_bulk')
          .orderBy('due_at')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      )
      .returning([
        'notice_delivery.id',
        'notice_id',
        'person',
        'attempts',
        'notice.tenant',
        'notice.service',
        'notice.kind',
        'notice.subject',
        ...(['address', 'detail', 'language'] as const).map((column) =>
          sql<string | null>`(
            select reach.${sql.ref(column)} from notice_reach as reach
            where reach.person = notice_delivery.person and reach.channel = notice_delivery.channel
              and (notice_delivery.device is null or reach.address = notice_delivery.device::text))`.as(
            column,
          ),
        ),
      ]),
);

/** What became of messages that a dead worker had offered is not known. */
export const giveUpOffered = statement([LANE, TIME], (db, lane: Lane, now: Date) =>
  db
    .updateTable('notice_delivery')
    .set({
      state: 'UNKNOWN',
      due_at: null,
      outcome: 'The worker stopped before it had an answer. The message may have arrived.',
    })
    .where('id', 'in', due(db, lane, now).where('state', '=', 'OFFERED').forUpdate().skipLocked()),
);

/** Returns nothing if another worker has taken the message since. */
export const offer = statement(
  [ID, 1, 'ada@example.com', TIME],
  (db, id: string, attempt: number, address: string, until: Date) =>
    db
      .updateTable('notice_delivery')
      .set({ state: 'OFFERED', address, due_at: until })
      .where('id', '=', id)
      .where('attempts', '=', attempt)
      .where('state', '=', 'TAKEN')
      .returning('id'),
);

export interface Ending {
  readonly state: 'WAITING' | 'SENT' | 'FAILED' | 'UNKNOWN' | 'DROPPED';
  readonly due_at: Date | null;
  readonly outcome: string;
}

/** Ends an attempt, unless another worker has begun one since. */
export const endAttempt = statement(
  [ID, 1, { state: 'SENT', due_at: null, outcome: '250 OK' }],
  (db, id: string, attempt: number, ending: Ending) =>
    db
      .updateTable('notice_delivery')
      .set(ending)
      .where('id', '=', id)
      .where('attempts', '=', attempt)
      .where('state', 'in', ['TAKEN', 'OFFERED', 'UNKNOWN']),
);

interface Place {
  readonly tenant: string;
  readonly service: string;
}

const PLACE: Place = { tenant: 'acme', service: 'trading' };

const listed = (db: Db, { tenant, service }: Place, state: DeliveryState | undefined) =>
  db
    .selectFrom('notice_delivery as delivery')
    .innerJoin('notice', 'notice.id', 'delivery.notice_id')
    .where('notice.tenant', '=', tenant)
    .where('notice.service', '=', service)
    .$if(state !== undefined, (rest) => rest.where('state', '=', state ?? 'SENT'));

/** A delivery with its notice. */
export type DeliveryRow = Omit<DeliveryTable, 'notice_id' | 'address' | 'device' | 'is_bulk'> &
  Pick<NoticeTable, 'kind' | 'subject'>;

/** Newest first. */
export const selectDeliveries = statement(
  [PLACE, 'SENT', 20, 0],
  (db, place: Place, state: DeliveryState | undefined, limit: number, offset: number) =>
    listed(db, place, state)
      .select([
        'delivery.id',
        'kind',
        'subject',
        sql<string>`coalesce(
          (select '#' || room from notice_chat where '#' || id = delivery.person), person)`.as('person'),
        'channel',
        'state',
        'attempts',
        'due_at',
        'last_attempt_at',
        'outcome',
        'delivery.created_at',
      ])
      .orderBy('delivery.created_at', 'desc')
      .orderBy('delivery.id')
      .limit(limit)
      .offset(offset),
);

export const countDeliveries = statement(
  [PLACE, 'SENT'],
  (db, place: Place, state: DeliveryState | undefined) =>
    listed(db, place, state).select(({ fn }) => fn.countAll<string>().as('total')),
);

/** What became of the messages about these subjects. */
export const selectOutcomes = statement(
  [PLACE, 'withdrawal.vote', [ID]],
  (db, { tenant, service }: Place, kind: string, subjects: readonly string[]) =>
    db
      .selectFrom('notice_delivery as delivery')
      .innerJoin('notice', 'notice.id', 'delivery.notice_id')
      .select(['subject', 'state', 'outcome'])
      .where('tenant', '=', tenant)
      .where('service', '=', service)
      .where('kind', '=', kind)
      .where('subject', '=', sql<string>`any(${subjects}::text[])`),
);

export const countByState = statement([], (db) =>
  db
    .selectFrom('notice_delivery')
    .select(({ fn }) => ['channel', 'state', fn.countAll<string>().as('deliveries')])
    .groupBy(['channel', 'state']),
);

/** Messages that have not ended, of each channel, after so many attempts. */
export const countTried = statement([5], (db, attempts: number) =>
  db
    .selectFrom('notice_delivery')
    .select(({ fn }) => [
      'channel',
      fn
        .countAll<string>()
        .filterWhere('due_at', 'is not', null)
        .filterWhere('attempts', '>=', attempts)
        .as('deliveries'),
    ])
    .groupBy('channel'),
);

export const deleteOld = statement([TIME, 1000], (db, before: Date, limit: number) =>
  db
    .deleteFrom('notice')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('notice')
        .select('id')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit),
    ),
);
