import { sql } from 'kysely';
import { statement } from '../../platform/postgres/index.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);

/** What needs it still: saved destinations, and withdrawals that may yet be sent. */
export const selectUses = statement([ID], (db, id: string) =>
  db
    .selectFrom('destination')
    .select(['alias as name', sql.lit<'destination' | 'withdrawal'>('destination').as('kind')])
    .where('recipient_id', '=', id)
    .unionAll(
      db
        .selectFrom('withdrawal')
        .select(['reference as name', sql.lit<'destination' | 'withdrawal'>('withdrawal').as('kind')])
        .where('recipient_id', '=', id)
        .where('status', 'in', ['APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED']),
    )
    .limit(1),
);

/** Those that nothing has needed since then, of every tenant. */
export const selectOutdated = statement([TIME, 1], (db, before: Date, limit: number) =>
  db
    .selectFrom('recipient')
    .select(['id', 'tenant'])
    .where('service', '=', 'trading')
    .where('sealed', 'is not', null)
    .where('created_at', '<', before)
    .where(unused(before))
    .orderBy('created_at')
    .limit(limit),
);

const unused = (before: Date) => sql<boolean>`
  not exists (select from destination where destination.recipient_id = recipient.id)
  and not exists (
    select from withdrawal where withdrawal.recipient_id = recipient.id
      and (withdrawal.status in ('APPROVAL_REQUESTED', 'PENDING', 'SUBMITTED') or withdrawal.updated_at >= ${before})
  )`;
