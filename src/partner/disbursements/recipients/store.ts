import { sql } from 'kysely';
import { statement } from '../../../platform/postgres/index.ts';

const TENANT = 'acme';
const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);

const OPEN = sql`('APPROVED', 'SEALED', 'SENT', 'ACCEPTED')`;
const PRESENT = sql`('WAITING', 'CONFIRMED')`;
const NAMED = sql<string | null>`details #>> '{recipient,id}'`;

/** What needs it still: destinations, and disbursements that may yet be sent or paid. */
export const selectUses = statement([ID], (db, id: string) =>
  db
    .selectFrom('disbursement_destination')
    .select(['account_id as name', sql.lit<'destination' | 'disbursement'>('destination').as('kind')])
    .where(NAMED, '=', id)
    .where(sql<boolean>`status in ${PRESENT}`)
    .unionAll(
      db
        .selectFrom('disbursement_destination')
        .innerJoin('disbursement', 'disbursement.destination_id', 'disbursement_destination.id')
        .select([
          sql<string>`disbursement.number::text`.as('name'),
          sql.lit<'destination' | 'disbursement'>('disbursement').as('kind'),
        ])
        .where(NAMED, '=', id)
        .where(sql<boolean>`disbursement.status in ${OPEN}`),
    )
    .limit(1),
);

/** Whether a destination of the partner names it. */
export const selectOwn = statement([TENANT, 'P1001', ID], (db, tenant: string, partner: string, id: string) =>
  db
    .selectFrom('disbursement_destination')
    .select('id')
    .where('tenant', '=', tenant)
    .where('partner_uid', '=', partner)
    .where(NAMED, '=', id)
    .limit(1),
);

/** Those that nothing has needed since then, of every tenant. */
export const selectOutdated = statement([TIME, 1], (db, before: Date, limit: number) =>
  db
    .selectFrom('recipient')
    .select(['id', 'tenant'])
    .where('service', '=', 'partner')
    .where('sealed', 'is not', null)
    .where('created_at', '<', before)
    .where(
      sql<boolean>`not exists (
        select from disbursement_destination as destination
        where destination.details #>> '{recipient,id}' = recipient.id::text and (
          destination.status in ${PRESENT} or exists (
            select from disbursement where disbursement.destination_id = destination.id
              and (disbursement.status in ${OPEN} or disbursement.updated_at >= ${before}))))`,
    )
    .orderBy('created_at')
    .limit(limit),
);
