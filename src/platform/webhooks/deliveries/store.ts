import { sql, type Generated } from 'kysely';
import type { JsonObject } from '../../audit/index.ts';
import { statement } from '../../postgres/index.ts';
import type { Owner } from '../destinations/index.ts';

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
const OWNER: Owner = { tenant: 'acme', service: 'trading' };

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

interface DeliveryFilter {
  readonly state?: DeliveryState | undefined;
  /** Of the event. */
  readonly type?: string | undefined;
}

interface DeliverySlice {
  readonly limit: number;
  readonly offset: number;
  /** The position of the row before the first one. */
  readonly after?: readonly string[] | undefined;
}

/** The deliveries to a destination, newest first. */
export const selectDeliveries = statement(
  [ID, { state: 'PARKED', type: 'export.failed' }, { limit: 20, offset: 0, after: ['1'] }],
  (db, id: string, { state, type }: DeliveryFilter, { limit, offset, after: [last] = [] }: DeliverySlice) =>
    db
      .selectFrom('webhook_delivery')
      .innerJoin('webhook_event', 'webhook_event.id', 'webhook_delivery.event_id')
      .select(DELIVERY)
      .select(sql<string>`event_id::text`.as('position'))
      .where('destination_id', '=', id)
      .where((eb) => (state === undefined ? eb.lit(true) : eb('state', '=', state)))
      .$if(type !== undefined, (query) => query.where('type', '=', type ?? ''))
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

export const countDeliveries = statement(
  [ID, { state: 'PARKED', type: 'export.failed' }],
  (db, id: string, { state, type }: DeliveryFilter) =>
    db
      .selectFrom('webhook_delivery')
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .where('destination_id', '=', id)
      .where((eb) => (state === undefined ? eb.lit(true) : eb('state', '=', state)))
      .$if(type !== undefined, (query) =>
        query.where('event_id', 'in', (eb) =>
          eb
            .selectFrom('webhook_event')
            .select('id')
            .where('type', '=', type ?? ''),
        ),
      ),
);

export const HISTORY_UNITS = ['hour', 'day'] as const;
export type HistoryUnit = (typeof HISTORY_UNITS)[number];

/** Counts deliveries to a destination by the hour or day in UTC of their events. */
export const selectHistory = statement([ID, 'day', TIME], (db, id: string, unit: HistoryUnit, since: Date) =>
  db
    .selectFrom('webhook_delivery')
    .innerJoin('webhook_event', 'webhook_event.id', 'webhook_delivery.event_id')
    .select([
      sql<Date>`date_trunc(${unit}::text, created_at, 'UTC')`.as('slot'),
      sql<string>`count(*) filter (where state = 'DELIVERED')`.as('delivered'),
      sql<string>`count(*) filter (where state = 'PENDING')`.as('pending'),
      sql<string>`count(*) filter (where state = 'PARKED')`.as('parked'),
      sql<string>`sum(case state when 'DELIVERED' then attempts - 1 else attempts end)`.as('failed_attempts'),
    ])
    .where('destination_id', '=', id)
    .where('created_at', '>=', since)
    .groupBy(sql`1`),
);

export const lockDelivery = statement(
  [OWNER, ID, ID],
  (db, owner: Owner, destination: string, message: string) =>
    db
      .selectFrom('webhook_delivery as delivery')
      .innerJoin('webhook_destination', 'webhook_destination.id', 'delivery.destination_id')
      .innerJoin('webhook_event', 'webhook_event.id', 'delivery.event_id')
      .select(['delivery.event_id', 'delivery.state', 'delivery.attempts', 'delivery.due_at'])
      .where('tenant', '=', owner.tenant)
      .where('service', '=', owner.service)
      .where('destination_id', '=', destination)
      .where('message_id', '=', message)
      .forUpdate('delivery'),
);

/** Makes a delivery due. One that is settled gets all its attempts again. */
export const retryDelivery = statement([ID, '1', TIME], (db, destination: string, event: string, now: Date) =>
  db
    .updateTable('webhook_delivery')
    .from('webhook_event')
    .set({
      state: 'PENDING',
      attempts: sql<number>`case state when 'PENDING' then attempts else 0 end`,
      due_at: now,
    })
    .where('destination_id', '=', destination)
    .where('event_id', '=', event)
    .whereRef('webhook_event.id', '=', 'event_id')
    .returning(DELIVERY),
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
