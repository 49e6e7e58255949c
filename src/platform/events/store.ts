import { sql, type Generated, type RawBuilder } from 'kysely';
import type { Event } from './define.ts';

interface OutboxTable {
  id: string;
  tenant: string;
  type: string;
  resource_kind: string;
  resource_id: string;
  payload: Event['payload'];
  created_at: Date;
}

/** For streams. */
interface FeedTable {
  seq: Generated<string>;
  tenant: string;
  type: string;
  payload: Event['payload'];
  created_at: Date;
}

declare module '../postgres/connect.ts' {
  interface Tables {
    outbox: OutboxTable;
    event_feed: FeedTable;
  }
}

export const insertEvents = (rows: readonly Omit<OutboxTable, 'id'>[]): RawBuilder<unknown> => sql`
  insert into outbox (tenant, type, resource_kind, resource_id, payload, created_at)
  select tenant, type, resource_kind, resource_id, payload, created_at
  from json_populate_recordset(null::outbox, ${JSON.stringify(rows)}::json)`;
