import { statement } from '../../platform/postgres/index.ts';

export interface OutageRow {
  tenant: string;
  venue: string;
  since: Date;
  noticed_at: Date | null;
  live_since: Date | null;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    venue_outage: OutageRow;
  }
}

const TIME = new Date(0);
const ROW: OutageRow = { tenant: 'acme', venue: 'aurora', since: TIME, noticed_at: null, live_since: null };

export const selectOutage = statement(['acme', 'aurora'], (db, tenant: string, venue: string) =>
  db.selectFrom('venue_outage').selectAll().where('tenant', '=', tenant).where('venue', '=', venue),
);

export const saveOutage = statement([ROW], (db, { tenant, venue, ...row }: OutageRow) =>
  db
    .insertInto('venue_outage')
    .values({ tenant, venue, ...row })
    .onConflict((conflict) => conflict.columns(['tenant', 'venue']).doUpdateSet(row)),
);

export const deleteOutage = statement(['acme', 'aurora'], (db, tenant: string, venue: string) =>
  db.deleteFrom('venue_outage').where('tenant', '=', tenant).where('venue', '=', venue),
);
