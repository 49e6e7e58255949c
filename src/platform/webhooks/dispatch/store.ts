import { sql } from 'kysely';
import type { JsonObject } from '../../audit/index.ts';
import { statement } from '../../postgres/index.ts';
import type { DeliveryState } from '../deliveries/index.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);

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

/** Makes the first pending event of each resource due where nothing else will: the one before it was deleted. */
export const advance = statement([TIME], (db, now: Date) =>
  db
    .with('first', (db) =>
      db
        .selectFrom('webhook_delivery')
        .distinctOn(['destination_id', 'resource'])
        .select(['destination_id', 'event_id', 'due_at'])
        .where('state', '=', 'PENDING')
        .orderBy('destination_id')
        .orderBy('resource')
        .orderBy('event_id'),
    )
    .updateTable('webhook_delivery as delivery')
    .from('first')
    .set({ due_at: now })
    .whereRef('delivery.destination_id', '=', 'first.destination_id')
    .whereRef('delivery.event_id', '=', 'first.event_id')
    .where('first.due_at', 'is', null)
    .where('delivery.due_at', 'is', null)
    .where('delivery.state', '=', 'PENDING'),
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
