import { sql, type Generated } from 'kysely';
import type { JsonObject } from '../../audit/index.ts';
import { statement } from '../../postgres/index.ts';

interface EventTable {
  id: string;
  message_id: Generated<string>;
  type: string;
  payload: JsonObject;
  created_at: Date;
}

export const DELIVERY_STATES = ['PENDING', 'DELIVERED', 'PARKED'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

interface DeliveryTable {
  destination_id: string;
  event_id: string;
  resource: string;
  state: DeliveryState;
  attempts: number;
  due_at: Date | null;
  last_attempt_at: Date | null;
  last_status: number | null;
  last_error: string | null;
  last_answer: string | null;
}

/** A delivery with its event, as shown to users. */
export type DeliveryRow = Omit<DeliveryTable, 'destination_id' | 'event_id' | 'last_answer'> &
  Pick<EventTable, 'type' | 'created_at'> & { message_id: string };

interface TallyTable {
  outcome: DeliveryState;
  attempts: string;
}

declare module '../../postgres/connect.ts' {
  interface Tables {
    webhook_event: EventTable;
    webhook_delivery: DeliveryTable;
    webhook_tally: TallyTable;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const TENANT = 'acme';

const DELIVERY = [
  'message_id',
  'type',
  'resource',
  'state',
  'attempts',
  'due_at',
  'last_attempt_at',
  'last_status',
  'last_error',
  'created_at',
] as const satisfies (keyof DeliveryRow)[];

interface DeliverySlice {
  readonly limit: number;
  readonly offset: number;
  /** The position of the row before the first one. */
  readonly after?: readonly string[] | undefined;
}

/** The deliveries to a destination, newest first. */
export const selectDeliveries = statement(
  [ID, 'PARKED', { limit: 20, offset: 0, after: ['1'] }],
  (db, id: string, state: DeliveryState | undefined, { limit, offset, after: [last] = [] }: DeliverySlice) =>
    db
      .selectFrom('webhook_delivery')
      .innerJoin('webhook_event', 'webhook_event.id', 'webhook_delivery.event_id')
      .select(DELIVERY)
      .select(sql<string>`event_id::text`.as('position'))
      .where('destination_id', '=', id)
      .where((eb) => (state === undefined ? eb.lit(true) : eb('state', '=', state)))
      .$if(last !== undefined, (query) => query.where('event_id', '<', last ?? ''))
      .orderBy('event_id', 'desc')
      .limit(limit)
      .offset(offset),
);

export const selectDelivery = statement([ID, ID], (db, destination: string, message: string) =>
  db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_event', 'webhook_event.id', 'webhook_delivery.event_id')
    .select([...DELIVERY, 'payload', 'last_answer'])
    .where('destination_id', '=', destination)
    .where('message_id', '=', message),
);

export const countDeliveries = statement([ID, 'PARKED'], (db, id: string, state: DeliveryState | undefined) =>
  db
    .selectFrom('webhook_delivery')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('destination_id', '=', id)
    .where((eb) => (state === undefined ? eb.lit(true) : eb('state', '=', state))),
);

export const lockDelivery = statement(
  [TENANT, ID, ID],
  (db, tenant: string, destination: string, message: string) =>
    db
      .selectFrom('webhook_delivery as delivery')
      .innerJoin('webhook_destination', 'webhook_destination.id', 'delivery.destination_id')
      .innerJoin('webhook_event', 'webhook_event.id', 'delivery.event_id')
      .select(['delivery.event_id', 'delivery.state', 'delivery.attempts'])
      .where('tenant', '=', tenant)
      .where('destination_id', '=', destination)
      .where('message_id', '=', message)
      .forUpdate('delivery'),
);

/** Resets a parked delivery to its state before the first attempt. */
export const retryDelivery = statement([ID, '1', TIME], (db, destination: string, event: string, now: Date) =>
  db
    .updateTable('webhook_delivery')
    .from('webhook_event')
    .set({ state: 'PENDING', attempts: 0, due_at: now })
    .where('destination_id', '=', destination)
    .where('event_id', '=', event)
    .where('state', '=', 'PARKED')
    .whereRef('webhook_event.id', '=', 'event_id')
    .returning(DELIVERY),
);

/**
 * Moves events from the outbox to the feed of streams and to the destinations that subscribe to them. Of the events of
 * a resource only the first is due; when it is settled, the next one becomes due.
 */
export const takeEvents = statement([500, TIME], (db, limit: number, now: Date) =>
  db
    .with('taken', (db) =>
      db
        .deleteFrom('outbox')
        .where('id', 'in', (db) => db.selectFrom('outbox').select('id').orderBy('id').limit(limit))
        .returningAll(),
    )
    .with('wanted', (db) =>
      db
        .selectFrom('taken')
        .innerJoin('webhook_destination as destination', (join) =>
          join
            .onRef('destination.tenant', '=', 'taken.tenant')
            .on(sql<boolean>`taken.type = any (destination.events)`),
        )
        .select([
          'destination.id as destination_id',
          'taken.id as event_id',
          sql<string>`taken.resource_kind || ':' || taken.resource_id`.as('resource'),
        ]),
    )
    .with('fed', (db) =>
      db
        .insertInto('event_feed')
        .columns(['tenant', 'type', 'payload', 'created_at'])
        .expression((db) =>
          db.selectFrom('taken').select(['tenant', 'type', 'payload', 'created_at']).orderBy('id'),
        ),
    )
    .with('event', (db) =>
      db
        .insertInto('webhook_event')
        .columns(['id', 'type', 'payload', 'created_at'])
        .expression((db) =>
          db
            .selectFrom('taken')
            .select(['id', 'type', 'payload', 'created_at'])
            .where('id', 'in', (db) => db.selectFrom('wanted').select('event_id')),
        ),
    )
    .with('delivery', (db) =>
      db
        .insertInto('webhook_delivery')
        .columns(['destination_id', 'event_id', 'resource', 'state', 'attempts', 'due_at'])
        .expression((db) =>
          db.selectFrom('wanted').select([
            'destination_id',
            'event_id',
            'resource',
            sql<DeliveryState>`'PENDING'`.as('state'),
            sql<number>`0`.as('attempts'),
            sql<Date | null>`case when row_number() over (partition by destination_id, resource order by event_id) = 1
                and not exists (select from webhook_delivery as earlier
                  where earlier.destination_id = wanted.destination_id and earlier.resource = wanted.resource
                    and earlier.state = 'PENDING')
                then ${now}::timestamptz end`.as('due_at'),
          ]),
        ),
    )
    .selectFrom('taken')
    .select(({ fn }) => fn.countAll<string>().as('events')),
);

export const selectDueDestinations = statement([TIME], (db, now: Date) =>
  db
    .selectFrom('webhook_destination')
    .selectAll()
    .where('paused', '=', false)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_delivery')
          .select('event_id')
          .whereRef('destination_id', '=', 'webhook_destination.id')
          .where('due_at', '<=', now),
      ),
    ),
);

export interface DueDelivery {
  readonly event_id: string;
  readonly attempts: number;
  readonly message_id: string;
  readonly type: string;
  readonly payload: JsonObject;
  readonly created_at: Date;
  readonly url: string;
}

/** None while the destination is paused. */
export const selectDue = statement([ID, TIME, 100], (db, id: string, now: Date, limit: number) =>
  db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_event', 'webhook_event.id', 'webhook_delivery.event_id')
    .innerJoin('webhook_destination', 'webhook_destination.id', 'webhook_delivery.destination_id')
    .select(['event_id', 'attempts', 'message_id', 'type', 'payload', 'webhook_event.created_at', 'url'])
    .where('destination_id', '=', id)
    .where('paused', '=', false)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('event_id')
    .limit(limit),
);

/** The outcome of an attempt; `due_at` is set if it will be retried. */
export interface Outcome {
  event_id: string;
  state: DeliveryState;
  due_at: Date | null;
  last_status: number | null;
  last_error: string | null;
  last_answer: string | null;
}

/**
 * A settled delivery makes the next event of its resource due, unless that is already due: a retried parked delivery can
 * run concurrently with it.
 */
export const recordOutcomes = statement(
  [ID, [] as Outcome[], TIME],
  (db, id: string, outcomes: readonly Outcome[], now: Date) =>
    db
      .with('ended', (db) =>
        db
          .updateTable('webhook_delivery')
          .from(
            sql<Outcome>`json_to_recordset(${JSON.stringify(outcomes)}::json)`.as<'outcome'>(
              sql`outcome (event_id bigint, state text, due_at timestamptz, last_status integer, last_error text, last_answer text)`,
            ),
          )
          .set((eb) => ({
            state: eb.ref('outcome.state'),
            attempts: sql`webhook_delivery.attempts + 1`,
            due_at: eb.ref('outcome.due_at'),
            last_status: eb.ref('outcome.last_status'),
            last_error: eb.ref('outcome.last_error'),
            last_answer: eb.ref('outcome.last_answer'),
            last_attempt_at: now,
          }))
          .where('webhook_delivery.destination_id', '=', id)
          .whereRef('webhook_delivery.event_id', '=', 'outcome.event_id')
          .returning([
            'webhook_delivery.resource as resource',
            'webhook_delivery.event_id as event_id',
            'webhook_delivery.state as state',
          ]),
      )
      .with('counted', (db) =>
        db
          .insertInto('webhook_tally')
          .columns(['outcome', 'attempts'])
          .expression((db) =>
            db
              .selectFrom('ended')
              .select(({ fn }) => ['state as outcome', fn.countAll<string>().as('attempts')])
              .groupBy('state'),
          )
          .onConflict((conflict) =>
            conflict
              .column('outcome')
              .doUpdateSet({ attempts: sql`webhook_tally.attempts + excluded.attempts` }),
          ),
      )
      .updateTable('webhook_delivery as next')
      .from('ended')
      .set({ due_at: now })
      .where('ended.state', '<>', 'PENDING')
      .where('next.destination_id', '=', id)
      .where('next.due_at', 'is', null)
      .where(
        'next.event_id',
        '=',
        sql<string>`(select min(later.event_id) from webhook_delivery as later
          where later.destination_id = ${id} and later.resource = ended.resource and later.state = 'PENDING'
            and later.event_id > ended.event_id)`,
      ),
);

/** Also deletes their deliveries, including pending ones. */
export const deleteOldEvents = statement([TIME, 1000], (db, before: Date, limit: number) =>
  db
    .deleteFrom('webhook_event')
    .where('id', 'in', (db) =>
      db
        .selectFrom('webhook_event')
        .select('id')
        .where('created_at', '<', before)
        .orderBy('created_at')
        .limit(limit),
    ),
);

/** Keeps the newest event: it tells readers whether they have missed any. */
export const deleteOldFeed = statement([TIME, 1000], (db, before: Date, limit: number) =>
  db.deleteFrom('event_feed').where('seq', 'in', (db) =>
    db
      .selectFrom('event_feed')
      .select('seq')
      .where('created_at', '<', before)
      .where('seq', '<', (db) => db.selectFrom('event_feed').select(({ fn }) => fn.max('seq').as('newest')))
      .orderBy('seq')
      .limit(limit),
  ),
);

/** Counts pending and parked deliveries. */
export const countUndelivered = statement([], (db) =>
  db
    .selectFrom('webhook_delivery')
    .select(({ fn }) => ['state', fn.countAll<string>().as('deliveries')])
    .where((eb) => eb.or([eb('state', '=', sql.lit('PENDING')), eb('state', '=', sql.lit('PARKED'))]))
    .groupBy('state'),
);

/** Selects the time of the oldest event that is in the outbox or not yet delivered. */
export const selectOldestWaiting = statement([], (db) =>
  db.selectNoFrom(
    sql<Date | null>`least((select created_at from outbox order by id limit 1), (select created_at from webhook_event
      where id = (select min(event_id) from webhook_delivery where state = 'PENDING')))`.as('since'),
  ),
);

export const selectTally = statement([], (db) => db.selectFrom('webhook_tally').selectAll());
