import type { Generated } from 'kysely';
import type { JsonObject } from '../audit/index.ts';
import { statement } from '../postgres/index.ts';

interface IdempotencyKeyTable {
  tenant: string;
  command: string;
  key: string;
  input_hash: Buffer;
  subject_id: string;
  created_at: Date;
}

interface OutboxTable {
  id: Generated<string>;
  tenant: string;
  type: string;
  resource_kind: string;
  resource_id: string;
  payload: JsonObject;
  created_at: Date;
}

declare module '../postgres/connect.ts' {
  interface Tables {
    idempotency_key: IdempotencyKeyTable;
    outbox: OutboxTable;
  }
}

export type KeyRow = IdempotencyKeyTable;
export type EventRow = Omit<OutboxTable, 'id'>;

const SAMPLE_KEY: KeyRow = {
  tenant: 'acme',
  command: 'withdrawal.create',
  key: 'ref-1',
  input_hash: Buffer.alloc(32),
  subject_id: 'w1',
  created_at: new Date(0),
};

const SAMPLE_EVENT: EventRow = {
  tenant: 'acme',
  type: 'withdrawal.created',
  resource_kind: 'withdrawal',
  resource_id: 'w1',
  payload: {},
  created_at: new Date(0),
};

/** Waits for a transaction that holds the same key, and then finds it taken or, if that one failed, free. */
export const claimKey = statement([SAMPLE_KEY], (db, row) =>
  db
    .insertInto('idempotency_key')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject_id'),
);

export const selectKey = statement([SAMPLE_KEY], (db, { tenant, command, key }) =>
  db
    .selectFrom('idempotency_key')
    .select(['input_hash', 'subject_id'])
    .where('tenant', '=', tenant)
    .where('command', '=', command)
    .where('key', '=', key),
);

export const insertEvents = statement([[SAMPLE_EVENT]], (db, rows: EventRow[]) =>
  db.insertInto('outbox').values(rows),
);
