import { statement, type Db } from '../../platform/postgres/index.ts';

export type SwitchState = 'live' | 'simulate' | 'off';

export interface Switches {
  readonly trading: SwitchState;
  readonly withdrawals: SwitchState;
}

export interface SwitchRow extends Switches {
  readonly tenant: string;
  readonly venue: string;
}

/** A description with its decimals as text. */
export type StoredDescription = Readonly<Record<string, unknown>>;

interface DescriptionRow {
  readonly tenant: string;
  readonly venue: string;
  readonly description: StoredDescription;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    venue_switch: SwitchRow;
    venue_description: DescriptionRow;
  }
}

const SWITCHES: SwitchRow = { tenant: 'acme', venue: 'aurora', trading: 'live', withdrawals: 'off' };
const DESCRIPTION: DescriptionRow = { tenant: 'acme', venue: 'aurora', description: {} };

export const selectSwitches = statement([SWITCHES.tenant], (db: Db, tenant: string) =>
  db.selectFrom('venue_switch').selectAll().where('tenant', '=', tenant),
);

/** Answers what is there, or else puts the given row in its place; either way nobody else can change it meanwhile. */
export const lockSwitches = statement([SWITCHES], (db, row: SwitchRow) =>
  db
    .insertInto('venue_switch')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'venue'])
        .doUpdateSet((excluded) => ({ venue: excluded.ref('excluded.venue') })),
    )
    .returning(['trading', 'withdrawals']),
);

export const updateSwitches = statement([SWITCHES], (db, { tenant, venue, ...switches }: SwitchRow) =>
  db
    .updateTable('venue_switch')
    .set(switches)
    .where('tenant', '=', tenant)
    .where('venue', '=', venue)
    .returning(['trading', 'withdrawals']),
);

export const selectDescriptions = statement([], (db) => db.selectFrom('venue_description').selectAll());

export const upsertDescription = statement([DESCRIPTION], (db, row: DescriptionRow) =>
  db
    .insertInto('venue_description')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant', 'venue'])
        .doUpdateSet((excluded) => ({ description: excluded.ref('excluded.description') })),
    ),
);
