import { sql } from 'kysely';
import type { ServiceName } from '../auth/index.ts';
import { statement } from '../postgres/index.ts';

export interface RecipientRow {
  id: string;
  tenant: string;
  /** Whose data it is: the other service does not find it. */
  service: ServiceName;
  /** Keyed: it stands for what is sealed. */
  hash: string;
  /** Both null once erased. */
  key_id: string | null;
  sealed: Buffer | null;
  created_at: Date;
  erased_at: Date | null;
}

declare module '../postgres/connect.ts' {
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
  service: 'trading',
  hash: 'h',
  key_id: 'k',
  sealed: Buffer.alloc(1),
  created_at: TIME,
  erased_at: null,
};
const COLUMNS = Object.keys(ROW) as (keyof RecipientRow)[];

/** Whose recipients. */
export interface Owner {
  readonly tenant: string;
  readonly service: ServiceName;
}
const OWNER: Owner = { tenant: TENANT, service: 'trading' };

export const insertRecipients = statement([[ROW]], (db, rows: readonly RecipientRow[]) =>
  db.insertInto('recipient').values([...rows]),
);

export const selectRecipients = statement(
  [OWNER, [ID]],
  (db, { tenant, service }: Owner, ids: readonly string[]) =>
    db
      .selectFrom('recipient')
      .select(COLUMNS)
      .where('tenant', '=', tenant)
      .where('service', '=', service)
      .where('id', '=', sql<string>`any (${ids}::uuid[])`),
);

export const lockRecipient = statement([OWNER, ID], (db, { tenant, service }: Owner, id: string) =>
  db
    .selectFrom('recipient')
    .select(COLUMNS)
    .where('tenant', '=', tenant)
    .where('service', '=', service)
    .where('id', '=', id)
    .forUpdate(),
);

export const eraseSealed = statement([ID, TIME], (db, id: string, now: Date) =>
  db
    .updateTable('recipient')
    .set({ key_id: null, sealed: null, erased_at: now })
    .where('id', '=', id)
    .where('sealed', 'is not', null)
    .returning(COLUMNS),
);

/** Of every tenant and service. */
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
