import { sql } from 'kysely';
import { statement } from '../../../platform/postgres/index.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';

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
  [[ID], { sentAt: new Date(0), reason: 'r' }],
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
