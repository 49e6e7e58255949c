import { statement } from '../../platform/postgres/index.ts';

export interface AddressRow {
  id: string;
  tenant: string;
  venue: string;
  asset: string;
  network: string;
  address: string;
  /** Empty without one. */
  tag: string;
  is_current: boolean;
  first_seen_at: Date;
  last_seen_at: Date;
}

export interface OwnerRow {
  address: string;
  tag: string;
  tenant: string;
  venue: string;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    deposit_address: AddressRow;
    deposit_address_owner: OwnerRow;
  }
}

/** Where a deposit can go. */
export type Place = Pick<AddressRow, 'tenant' | 'venue' | 'asset' | 'network'>;

const TIME = new Date(0);
const PLACE: Place = { tenant: 'acme', venue: 'aurora', asset: 'ETH', network: 'ETHEREUM' };
const ROW: AddressRow = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  ...PLACE,
  address: '0x',
  tag: '',
  is_current: true,
  first_seen_at: TIME,
  last_seen_at: TIME,
};
const OWNER: OwnerRow = { address: '0x', tag: '', tenant: 'acme', venue: 'aurora' };
const COLUMNS = Object.keys(ROW) as (keyof AddressRow)[];

/** Answers who has the address: the given one, unless another had it before. Nobody can take it until the transaction ends. */
export const lockOwner = statement([OWNER], (db, row: OwnerRow) =>
  db
    .insertInto('deposit_address_owner')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['address', 'tag'])
        .doUpdateSet((excluded) => ({ address: excluded.ref('excluded.address') })),
    )
    .returning(['tenant', 'venue']),
);

export const selectCurrent = statement([PLACE], (db, { tenant, venue, asset, network }: Place) =>
  db
    .selectFrom('deposit_address')
    .select(COLUMNS)
    .where('tenant', '=', tenant)
    .where('venue', '=', venue)
    .where('asset', '=', asset)
    .where('network', '=', network)
    .where('is_current', '=', true),
);

/** Before another one becomes current. */
export const retireCurrent = statement([PLACE], (db, { tenant, venue, asset, network }: Place) =>
  db
    .updateTable('deposit_address')
    .set({ is_current: false })
    .where('tenant', '=', tenant)
    .where('venue', '=', venue)
    .where('asset', '=', asset)
    .where('network', '=', network)
    .where('is_current', '=', true),
);

export const upsertAddress = statement([ROW], (db, row: AddressRow) =>
  db
    .insertInto('deposit_address')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'venue', 'asset', 'network', 'address', 'tag']).doUpdateSet((excluded) => ({
        is_current: excluded.ref('excluded.is_current'),
        last_seen_at: excluded.ref('excluded.last_seen_at'),
      })),
    )
    .returning(COLUMNS),
);

export const selectAddresses = statement(
  ['acme', { venue: 'aurora', asset: 'ETH', network: 'ETHEREUM' }, 1000],
  (db, tenant: string, by: Partial<Omit<Place, 'tenant'>>, limit: number) =>
    db
      .selectFrom('deposit_address')
      .select(COLUMNS)
      .where('tenant', '=', tenant)
      .$if(by.venue !== undefined, (query) => query.where('venue', '=', by.venue ?? ''))
      .$if(by.asset !== undefined, (query) => query.where('asset', '=', by.asset ?? ''))
      .$if(by.network !== undefined, (query) => query.where('network', '=', by.network ?? ''))
      .orderBy('venue')
      .orderBy('asset')
      .orderBy('network')
      .orderBy('last_seen_at', 'desc')
      .orderBy('id')
      .limit(limit),
);
