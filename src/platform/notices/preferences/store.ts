import { sql } from 'kysely';
import { statement } from '../../postgres/index.ts';

export interface AddressRow {
  person: string;
  channel: string;
  address: string;
  request_id: string;
  token_hash: Buffer | null;
  requested_at: Date;
  confirmed_at: Date | null;
  disabled_at: Date | null;
  disabled_because: string | null;
}

export interface PreferenceRow {
  person: string;
  muted: string[];
  quiet_from: string | null;
  quiet_until: string | null;
  time_zone: string | null;
}

export interface Place {
  readonly tenant: string;
  readonly service: string;
}

declare module '../../postgres/connect.ts' {
  interface Tables {
    notice_address: AddressRow;
    notice_preference: PreferenceRow;
    notice_compulsory: { tenant: string; service: string; kind: string };
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const HASH = Buffer.alloc(0);
const PLACE: Place = { tenant: 'acme', service: 'trading' };
const ADDRESS: AddressRow = {
  person: 'ada',
  channel: 'EMAIL',
  address: 'ada@example.com',
  request_id: ID,
  token_hash: null,
  requested_at: TIME,
  confirmed_at: null,
  disabled_at: null,
  disabled_because: null,
};
const PREFERENCE: PreferenceRow = {
  person: 'ada',
  muted: [],
  quiet_from: null,
  quiet_until: null,
  time_zone: null,
};

export const selectCompulsory = statement([PLACE], (db, { tenant, service }: Place) =>
  db
    .selectFrom('notice_compulsory')
    .select('kind')
    .where('tenant', '=', tenant)
    .where('service', '=', service),
);

export const deleteCompulsory = statement([PLACE], (db, { tenant, service }: Place) =>
  db.deleteFrom('notice_compulsory').where('tenant', '=', tenant).where('service', '=', service),
);

export const insertCompulsory = statement(
  [PLACE, ['withdrawal.vote']],
  (db, place: Place, kinds: readonly string[]) =>
    db.insertInto('notice_compulsory').values(kinds.map((kind) => ({ ...place, kind }))),
);

export const selectAddress = statement(['ada', 'EMAIL'], (db, person: string, channel: string) =>
  db.selectFrom('notice_address').selectAll().where('person', '=', person).where('channel', '=', channel),
);

export const lockAddress = statement(['ada', 'EMAIL'], (db, person: string, channel: string) =>
  selectAddress(db, person, channel).forUpdate(),
);

/** Replaces the address that the person may have. */
export const saveAddress = statement([ADDRESS], (db, { person, channel, ...row }: AddressRow) =>
  db
    .insertInto('notice_address')
    .values({ person, channel, ...row })
    .onConflict((conflict) => conflict.columns(['person', 'channel']).doUpdateSet(row))
    .returningAll(),
);

/** An address whose link was not used yet. */
export const selectUnconfirmed = statement([ID], (db, requestId: string) =>
  db
    .selectFrom('notice_address')
    .select(['person', 'channel', 'address'])
    .where('request_id', '=', requestId)
    .where('confirmed_at', 'is', null),
);

export const setToken = statement([ID, HASH], (db, requestId: string, hash: Buffer) =>
  db.updateTable('notice_address').set({ token_hash: hash }).where('request_id', '=', requestId),
);

/** Repeated, it changes nothing. */
export const confirmAddress = statement([ID, TIME], (db, requestId: string, now: Date) =>
  db
    .updateTable('notice_address')
    .set({ confirmed_at: sql`coalesce(confirmed_at, ${now})` })
    .where('request_id', '=', requestId)
    .returningAll(),
);

export const selectPreference = statement(['ada'], (db, person: string) =>
  db.selectFrom('notice_preference').selectAll().where('person', '=', person),
);

export const savePreference = statement([PREFERENCE], (db, { person, ...row }: PreferenceRow) =>
  db
    .insertInto('notice_preference')
    .values({ person, ...row })
    .onConflict((conflict) => conflict.column('person').doUpdateSet(row))
    .returning('person'),
);
