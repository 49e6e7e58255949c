import { sql } from 'kysely';
import { statement } from '../../../../platform/postgres/index.ts';

const number = (column: string) => sql<number>`${sql.ref(column)}::float8`;

/** Null for any. */
interface BatchFilter {
  readonly kind: string | null;
  readonly number: number | null;
}

const ORDERS: BatchFilter = { kind: 'orders', number: null };

const matches = ({ kind, number: wanted }: BatchFilter) =>
  sql<boolean>`(${kind}::text is null or batch.kind = ${kind}::text)
    and (${wanted}::bigint is null or batch.number = ${wanted}::bigint)`;

/** Newest first. */
export const selectBatches = statement(
  [ORDERS, 100, 0],
  (db, filter: BatchFilter, limit: number, offset: number) =>
    db
      .selectFrom('batch')
      .leftJoin('batch as void', 'void.voids', 'batch.number')
      .select([
        number('batch.number').as('number'),
        'batch.kind',
        'batch.source',
        'batch.file_name',
        'batch.actor_kind',
        'batch.actor_id as actor',
        'batch.created_at',
        number('batch.accepted').as('accepted'),
        number('batch.repeated').as('repeated'),
        number('batch.replaced').as('replaced'),
        number('batch.withdrawn').as('withdrawn'),
        sql<number | null>`batch.voids::float8`.as('voids'),
        sql<number | null>`void.number::float8`.as('voided_by'),
      ])
      .where(matches(filter))
      .orderBy('batch.number', 'desc')
      .limit(limit)
      .offset(offset),
);

export const countBatches = statement([ORDERS], (db, filter: BatchFilter) =>
  db
    .selectFrom('batch')
    .select(sql<number>`count(*)::float8`.as('count'))
    .where(matches(filter)),
);

export const selectBatchesNumbered = statement([[1]], (db, numbers: readonly number[]) =>
  db
    .selectFrom('batch')
    .select([
      number('batch.number').as('number'),
      'kind',
      'source',
      sql<number | null>`voids::float8`.as('voids'),
      'actor_id as actor',
      'created_at',
    ])
    .where('number', '=', sql<string>`any(${numbers}::bigint[])`),
);

/** The last batch that the log had at a time. */
export const selectBatchAt = statement(['2024-06-01T12:00:00.000Z'], (db, time: string) =>
  db
    .selectFrom('batch')
    .select(number('batch.number').as('number'))
    .where('created_at', '<=', sql<Date>`${time}::timestamptz`)
    .orderBy('batch.number', 'desc')
    .limit(1),
);

/** Whether batches after one, up to another, changed the terms of rewards or withdrew facts, and whether they replaced some. */
export const selectChanges = statement([1, 2], (db, after: number, upTo: number) =>
  db
    .selectFrom('batch')
    .select([
      sql<boolean>`coalesce(bool_or(withdrawn > 0 or kind in ('tariffs', 'suspensions')
        or replaced > 0 and kind in ('partners', 'links', 'clients')), false)`.as('hasNewTerms'),
      sql<boolean>`coalesce(bool_or(replaced > 0), false)`.as('hasReplaced'),
    ])
    .where('number', '>', String(after))
    .where('number', '<=', String(upTo)),
);
