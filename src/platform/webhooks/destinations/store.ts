import { sql } from 'kysely';
import { statement } from '../../postgres/index.ts';

export interface DestinationRow {
  id: string;
  tenant: string;
  service: string;
  url: string;
  events: string[];
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_until: Date | null;
  /** Its events wait. */
  paused: boolean;
  created_by: string;
  created_at: Date;
}

/** Whose destinations they are. */
export type Owner = Readonly<Pick<DestinationRow, 'tenant' | 'service'>>;

declare module '../../postgres/connect.ts' {
  interface Tables {
    webhook_destination: DestinationRow;
  }
}

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const TIME = new Date(0);
const TENANT = 'acme';
const OWNER: Owner = { tenant: TENANT, service: 'trading' };
const ROW: DestinationRow = {
  id: ID,
  ...OWNER,
  url: 'https://example.com/',
  events: ['withdrawal.created'],
  secret: Buffer.alloc(0),
  previous_secret: null,
  previous_until: null,
  paused: false,
  created_by: 'desk',
  created_at: TIME,
};

export const insertDestination = statement([ROW], (db, row: DestinationRow) =>
  db.insertInto('webhook_destination').values(row).returningAll(),
);

export const selectDestination = statement([OWNER, ID], (db, owner: Owner, id: string) =>
  db
    .selectFrom('webhook_destination')
    .selectAll()
    .where('tenant', '=', owner.tenant)
    .where('service', '=', owner.service)
    .where('id', '=', id),
);

export const lockDestination = statement([OWNER, ID], (db, owner: Owner, id: string) =>
  db
    .selectFrom('webhook_destination')
    .selectAll()
    .where('tenant', '=', owner.tenant)
    .where('service', '=', owner.service)
    .where('id', '=', id)
    .forUpdate(),
);

/** Serializes creations of a tenant until the transaction ends, so that the limit holds. */
export const lockTenant = statement([TENANT], (db, tenant: string) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${tenant}, 7216340014))`.as('locked')),
);

export const countDestinations = statement([OWNER], (db, owner: Owner) =>
  db
    .selectFrom('webhook_destination')
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .where('tenant', '=', owner.tenant)
    .where('service', '=', owner.service),
);

export const selectDestinations = statement([OWNER], (db, owner: Owner) =>
  db
    .selectFrom('webhook_destination')
    .selectAll()
    .where('tenant', '=', owner.tenant)
    .where('service', '=', owner.service)
    .orderBy('created_at')
    .orderBy('id'),
);

export const deleteDestination = statement([ID], (db, id: string) =>
  db.deleteFrom('webhook_destination').where('id', '=', id).returning('id'),
);

export const replaceSecret = statement(
  [ID, { secret: Buffer.alloc(0), previous_secret: Buffer.alloc(0), previous_until: TIME }],
  (db, id: string, change: Pick<DestinationRow, 'secret' | 'previous_secret' | 'previous_until'>) =>
    db.updateTable('webhook_destination').set(change).where('id', '=', id).returningAll(),
);

export const updateDestination = statement(
  [ID, { url: 'https://example.com/', events: ['withdrawal.created'], paused: true }],
  (db, id: string, change: Pick<DestinationRow, 'url' | 'events' | 'paused'>) =>
    db.updateTable('webhook_destination').set(change).where('id', '=', id).returningAll(),
);
