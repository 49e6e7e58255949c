import { sql } from 'kysely';
import { statement } from '../../platform/postgres/index.ts';

export interface DestinationRow {
  id: string;
  tenant: string;
  alias: string;
  kind: 'blockchain' | 'bank';
  network: string | null;
  address: string | null;
  tag: string | null;
  account: string | null;
  created_by: string;
  created_at: Date;
  confirmed_by: string | null;
  confirmed_at: Date | null;
  recipient_id: string | null;
  recipient_hash: string | null;
  /** Who last changed the recipient. */
  changed_by: string | null;
  changed_at: Date | null;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    destination: DestinationRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TENANT = 'acme';
const ROW: DestinationRow = {
  id: ID,
  tenant: TENANT,
  alias: 'cold-wallet',
  kind: 'blockchain',
  network: 'ETHEREUM',
  address: '0x',
  tag: null,
  account: null,
  created_by: 'ada',
  created_at: new Date(0),
  confirmed_by: null,
  confirmed_at: null,
  recipient_id: null,
  recipient_hash: null,
  changed_by: null,
  changed_at: null,
};

/** Inserts nothing if the alias is taken. */
export const insertDestination = statement([ROW], (db, row: DestinationRow) =>
  db
    .insertInto('destination')
    .values(row)
    .onConflict((conflict) => conflict.columns(['tenant', 'alias']).doNothing())
    .returningAll(),
);

export const selectDestinations = statement(
  [TENANT, '', 1],
  (db, tenant: string, afterAlias: string, limit: number) =>
    db
      .selectFrom('destination')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('alias', '>', afterAlias)
      .orderBy('alias')
      .limit(limit),
);

export const selectDestination = statement([TENANT, ID], (db, tenant: string, id: string) =>
  db.selectFrom('destination').selectAll().where('tenant', '=', tenant).where('id', '=', id),
);

export const lockDestination = statement([TENANT, ID], (db, tenant: string, id: string) =>
  selectDestination(db, tenant, id).forUpdate(),
);

export const confirmDestination = statement(
  [ID, 'grace', new Date(0)],
  (db, id: string, confirmedBy: string, confirmedAt: Date) =>
    db
      .updateTable('destination')
      .set({ confirmed_by: confirmedBy, confirmed_at: confirmedAt })
      .where('id', '=', id)
      .where('confirmed_by', 'is', null)
      .returningAll(),
);

/** It is unconfirmed from then on. */
export const changeRecipient = statement(
  [ID, { recipient_id: ID, recipient_hash: 'h', changed_by: 'ada', changed_at: new Date(0) }],
  (
    db,
    id: string,
    change: Pick<DestinationRow, 'recipient_id' | 'recipient_hash' | 'changed_by' | 'changed_at'>,
  ) =>
    db
      .updateTable('destination')
      .set({ ...change, confirmed_by: null, confirmed_at: null })
      .where('id', '=', id)
      .returningAll(),
);

export const deleteDestination = statement([ID], (db, id: string) =>
  db.deleteFrom('destination').where('id', '=', id).returning('id'),
);

/** By their aliases, and by their addresses in lower case: where the case counts, those of another case are among them. */
export const selectNamed = statement(
  [TENANT, ['cold-wallet'], ['0x']],
  (db, tenant: string, aliases: readonly string[], addresses: readonly string[]) =>
    db
      .selectFrom('destination')
      .selectAll()
      .where('tenant', '=', tenant)
      .where((eb) =>
        eb.or([
          eb('alias', '=', sql<string>`any (${aliases}::text[])`),
          eb.and([
            eb('kind', '=', 'blockchain'),
            eb(sql<string>`lower(address)`, '=', sql<string>`any (${addresses}::text[])`),
          ]),
        ]),
      ),
);
