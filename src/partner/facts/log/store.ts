import { sql } from 'kysely';
import type { Actor } from '../../../kernel/index.ts';
import { statement } from '../../../platform/postgres/index.ts';

interface LogObjectTable {
  key: string;
  kind: string;
  first_number: string;
  last_number: string;
  row_count: string;
  bytes: string;
  sha256: Buffer;
  created_at: Date;
  superseded_at: Date | null;
}

interface BatchTable {
  number: string;
  id: string;
  kind: string;
  tenant: string;
  actor_kind: Actor['kind'];
  actor_id: string;
  source: string;
  accepted: string;
  repeated: string;
  replaced: string;
  withdrawn: string;
  voids: string | null;
  file_name: string | null;
  sha256: Buffer;
  object: string;
  created_at: Date;
}

interface LogHeadTable {
  is_only: boolean;
  number: string;
  created_at: Date;
}

declare module '../../../platform/postgres/connect.ts' {
  interface Tables {
    batch: BatchTable;
    log_object: LogObjectTable;
    log_head: LogHeadTable;
  }
}

const NOW = new Date(0);
const ID = '0197e0f0-2b1c-7cc1-a9a1-0d6f3c1b2a3d';
const HASH = Buffer.alloc(32);

const number = (column: string) => sql<number>`${sql.ref(column)}::float8`;

const HEAD = [number('number').as('number'), 'created_at'] as const;

export const selectHead = statement([], (db) => db.selectFrom('log_head').select(HEAD));

export const lockHead = statement([], (db) => selectHead(db).forUpdate());

export type NewObject = Omit<LogObjectTable, 'superseded_at'>;
export type NewBatch = Omit<BatchTable, 'object' | 'sha256'>;

const OBJECT: NewObject = {
  key: 'facts/orders/1.parquet',
  kind: 'orders',
  first_number: '1',
  last_number: '1',
  row_count: '1',
  bytes: '1',
  sha256: HASH,
  created_at: NOW,
};

const BATCH_SAMPLE: NewBatch = {
  number: '1',
  id: ID,
  kind: 'orders',
  tenant: 'default',
  actor_kind: 'client',
  actor_id: 'desk',
  source: 'ndjson',
  accepted: '1',
  repeated: '0',
  replaced: '0',
  withdrawn: '0',
  voids: null,
  file_name: null,
  created_at: NOW,
};

/** Every batch is later than the one before, so that a time tells which batches a store has. */
export const insertBatch = statement([BATCH_SAMPLE, OBJECT], (db, batch: NewBatch, object: NewObject) => {
  const created_at = sql<Date>`(select created_at from head)`;
  return db
    .with('head', (cte) =>
      cte
        .updateTable('log_head')
        .set({
          number: batch.number,
          created_at: sql<Date>`greatest(${batch.created_at}::timestamptz, created_at + interval '1 millisecond')`,
        })
        .returning('created_at'),
    )
    .with('object', (cte) => cte.insertInto('log_object').values({ ...object, created_at }))
    .insertInto('batch')
    .values({ ...batch, sha256: object.sha256, object: object.key, created_at })
    .returning('created_at');
});

const BATCH = [
  number('batch.number').as('number'),
  'batch.id',
  'batch.kind',
  number('batch.accepted').as('accepted'),
  number('batch.replaced').as('replaced'),
  number('batch.withdrawn').as('withdrawn'),
  sql<number | null>`batch.voids::float8`.as('voids'),
  'batch.source',
  'batch.object',
  'batch.created_at',
] as const;

/** The first batches after a number. */
export const selectAfter = statement([0, 1000], (db, after: number, limit: number) =>
  db
    .selectFrom('batch')
    .select(BATCH)
    .where('number', '>', String(after))
    .orderBy('batch.number')
    .limit(limit),
);

export const selectBatch = statement([1], (db, wanted: number) =>
  db.selectFrom('batch').select(BATCH).where('number', '=', String(wanted)),
);

export const selectBatchById = statement([ID], (db, id: string) =>
  db.selectFrom('batch').select(BATCH).where('id', '=', id),
);

/** The numbers of a kind's batches that replaced or withdrew something. */
export const selectReplacing = statement(['orders', 1], (db, kind: string, upTo: number) =>
  db
    .selectFrom('batch')
    .select(number('batch.number').as('number'))
    .where('kind', '=', kind)
    .where('number', '<=', String(upTo))
    .where(sql<boolean>`replaced + withdrawn > 0`)
    .orderBy('batch.number'),
);

const STORED = [
  'key',
  'kind',
  number('row_count').as('rowCount'),
  number('bytes').as('bytes'),
  'sha256',
] as const;

export const selectObjects = statement([[OBJECT.key]], (db, keys: readonly string[]) =>
  db
    .selectFrom('log_object')
    .select(STORED)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .orderBy('first_number'),
);

/** The objects with the rows of a kind up to a batch. */
export const selectObjectsOf = statement(['orders', 1], (db, kind: string, upTo: number) =>
  db
    .selectFrom('log_object')
    .select(STORED)
    .where('kind', '=', kind)
    .where('first_number', '<=', String(upTo))
    .where('superseded_at', 'is', null)
    .orderBy('first_number'),
);

/** How many batches each kind has up to a number, and how many rows a store has of it. */
export const countKinds = statement([1], (db, upTo: number) =>
  db
    .selectFrom('batch')
    .select([
      'kind',
      sql<number>`count(*)::float8`.as('batches'),
      sql<number>`sum(accepted - withdrawn)::float8`.as('present'),
    ])
    .where('number', '<=', String(upTo))
    .groupBy('kind')
    .orderBy('kind'),
);

/** The facts of the whole log, and of the batches after a number. */
export const countFacts = statement([1], (db, after: number) => {
  const facts = sql`accepted + replaced + withdrawn`;
  return db
    .selectFrom('batch')
    .select([
      sql<number>`coalesce(sum(${facts}), 0)::float8`.as('total'),
      sql<number>`coalesce(sum(${facts}) filter (where number > ${after}), 0)::float8`.as('tail'),
    ]);
});

export const countObjects = statement([], (db) =>
  db
    .selectFrom('log_object')
    .select([
      sql<number>`count(*)::float8`.as('objects'),
      sql<number>`coalesce(sum(bytes), 0)::float8`.as('bytes'),
    ])
    .where('superseded_at', 'is', null),
);

export const selectAllObjects = statement([], (db) =>
  db
    .selectFrom('log_object')
    .select([...STORED, number('first_number').as('first'), number('last_number').as('last')])
    .where('superseded_at', 'is', null)
    .orderBy('first_number'),
);

/** What the rows of an object should be: of which batch how many. */
export const selectBatchesOf = statement([OBJECT.key], (db, key: string) =>
  db
    .selectFrom('batch')
    .select([
      number('batch.number').as('number'),
      sql<number>`(accepted + replaced + withdrawn)::float8`.as('rows'),
    ])
    .where('object', '=', key)
    .orderBy('batch.number'),
);

export const insertObject = statement([OBJECT], (db, object: NewObject) =>
  db.insertInto('log_object').values(object),
);

const isOneOf = (keys: readonly string[]) => sql<string>`any(${keys}::text[])`;

export const moveBatches = statement([[OBJECT.key], OBJECT.key], (db, from: readonly string[], to: string) =>
  db.updateTable('batch').set({ object: to }).where('object', '=', isOneOf(from)),
);

export const supersedeObjects = statement([[OBJECT.key], NOW], (db, keys: readonly string[], now: Date) =>
  db.updateTable('log_object').set({ superseded_at: now }).where('key', '=', isOneOf(keys)),
);

export const selectSuperseded = statement([NOW], (db, before: Date) =>
  db.selectFrom('log_object').select('key').where('superseded_at', '<', before),
);

export const deleteObject = statement([OBJECT.key], (db, key: string) =>
  db.deleteFrom('log_object').where('key', '=', key),
);

export const selectKnown = statement([OBJECT.key], (db, key: string) =>
  db.selectFrom('log_object').select('key').where('key', '=', key),
);

/** The voids of batches of a kind. */
export const selectVoids = statement(['orders'], (db, kind: string) =>
  db.selectFrom('batch').select(BATCH).where('kind', '=', kind).where('voids', 'is not', null),
);

/** The objects with the rows of a kind from a batch on. */
export const selectObjectsFrom = statement(['orders', 1], (db, kind: string, from: number) =>
  db
    .selectFrom('log_object')
    .select(STORED)
    .where('kind', '=', kind)
    .where('last_number', '>=', String(from))
    .where('superseded_at', 'is', null)
    .orderBy('first_number'),
);
