import { sql } from 'kysely';
import { statement } from '../../platform/postgres/index.ts';

export const selectOldest = statement([], (db) =>
  db.selectFrom('event_feed').select('seq').orderBy('seq').limit(1),
);

export const selectNewest = statement([], (db) =>
  db.selectFrom('event_feed').select('seq').orderBy('seq', 'desc').limit(1),
);

export const selectAfter = statement(
  ['acme', ['withdrawal.created'], '0', 100],
  (db, tenant: string, types: readonly string[], after: string, limit: number) =>
    db
      .selectFrom('event_feed')
      .select(['seq', 'type', 'payload', 'created_at'])
      .where('tenant', '=', tenant)
      .where('type', '=', sql<string>`any (${types}::text[])`)
      .where('seq', '>', after)
      .orderBy('seq')
      .limit(limit),
);
