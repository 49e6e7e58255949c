import { sql } from 'kysely';
import { statement } from '../../platform/postgres/index.ts';

export interface RecipientRow {
  id: string;
  tenant: string;
  /** Keyed: it stands for what is sealed. */
  hash: string;
  /** Both null once erased. */
  key_id: string | null;
  sealed: Buffer | null;
  created_at: Date;
  erased_at: Date | null;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    recipient: RecipientRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TENANT = 'acme';
const TIME = new Date(0);
const ROW: RecipientRow = {
  id: ID,
  tenant: TENANT,
  hash: 'h',
  key_id: 'k',
  sealed: Buffer.alloc(1),
  created_at: TIME,
  erased_at: null,
};
const COLUMNS = Object.keys(ROW) as (keyof RecipientRow)[];

export const insertRecipients = statement([[ROW]], (db, rows: readonly RecipientRow[]) =>
  db.insertInto('recipient').values([...rows]),
);

export const selectRecipients = statement([TENANT, [ID]], (db, tenant: string, ids: readonly string[]) =>
  db
    .selectFrom('recipient')
    .select(COLUMNS)
    .where('tenant', '=', tenant)
    .where('id', '=', sql<string>`any (${ids}::uuid[])`),
);

export const lockRecipient = statement([TENANT, ID], (db, tenant: string, id: string) =>
  db.selectFrom('recipient').select(COLUMNS).where('tenant', '=', tenant).where('id', '=', id).forUpdate(),
);

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

export const eraseRecipient = statement([ID, TIME], (db, id: string, now: Date) =>
  db
    .updateTable('recipient')
    .set({ key_id: null, sealed: null, erased_at: now })
    .where('id', '=', id)
    .where('sealed', 'is not', null)
    .returning(COLUMNS),
);

/** Those that nothing has needed since then, of every tenant. */
export const selectOutdated = statement([TIME, 1], (db, before: Date, limit: number) =>
  db
    .selectFrom('recipient')
    .select(['id', 'tenant'])
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

export const selectSealedOtherwise = statement(['k', 1], (db, keyId: string, limit: number) =>
  db
    .selectFrom('recipient')
    .select(COLUMNS)
    .where('sealed', 'is not', null)
    .where('key_id', '<>', keyId)
    .orderBy('id')
    .limit(limit)
    .forUpdate(),
);

export const updateSealed = statement(
  [ID, 'k', { key_id: 'l', sealed: Buffer.alloc(1) }],
  (db, id: string, before: string, change: Pick<RecipientRow, 'key_id' | 'sealed'>) =>
    db.updateTable('recipient').set(change).where('id', '=', id).where('key_id', '=', before),
);
