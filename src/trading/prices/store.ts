import { sql } from 'kysely';
import { statement } from '../../platform/postgres/index.ts';

interface PriceRow {
  tenant: string;
  symbol: string;
  at: Date;
  bid: string;
  ask: string;
}

interface WatchListRow {
  tenant: string;
  owner: string;
  symbols: string[];
  changed_at: Date;
}

declare module '../../platform/postgres/connect.ts' {
  interface Tables {
    market_price: PriceRow;
    watch_list: WatchListRow;
  }
}

/** Whose list it is. */
export interface Owner {
  readonly tenant: string;
  readonly owner: string;
}

export interface Period {
  readonly from: Date;
  readonly to: Date;
}

const TIME = new Date(0);
const TENANT = 'acme';
const SYMBOL = 'BTC-USDT';
const OWNER: Owner = { tenant: TENANT, owner: 'person:ada' };
const PERIOD: Period = { from: TIME, to: TIME };
const PRICE: PriceRow = { tenant: TENANT, symbol: SYMBOL, at: TIME, bid: '1', ask: '2' };
const LIST: WatchListRow = { ...OWNER, symbols: [SYMBOL], changed_at: TIME };

/** The first process that stores the price of a minute has it. */
export const insertPrices = statement([[PRICE]], (db, rows: readonly PriceRow[]) =>
  db
    .insertInto('market_price')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['tenant', 'symbol', 'at']).doNothing()),
);

export const deletePrices = statement([TIME], (db, before: Date) =>
  db.deleteFrom('market_price').where('at', '<', before),
);

/** The last price of each step, oldest first. */
export const selectSeries = statement(
  [TENANT, SYMBOL, PERIOD, 60],
  (db, tenant: string, symbol: string, { from, to }: Period, stepSeconds: number) =>
    db
      .selectFrom((within) =>
        within
          .selectFrom('market_price')
          .select(['at', 'bid', 'ask'])
          .select(sql`date_bin(make_interval(secs => ${stepSeconds}), at, '2000-01-01T00:00:00Z')`.as('step'))
          .where('tenant', '=', tenant)
          .where('symbol', '=', symbol)
          .where('at', '>=', from)
          .where('at', '<=', to)
          .as('price'),
      )
      .distinctOn('step')
      .select(['at', 'bid', 'ask'])
      .orderBy('step')
      .orderBy('at', 'desc'),
);

/** The last price of each symbol within the period. */
export const selectLatest = statement(
  [TENANT, [SYMBOL], PERIOD],
  (db, tenant: string, symbols: readonly string[], { from, to }: Period) =>
    db
      .selectFrom('market_price')
      .distinctOn('symbol')
      .select(['symbol', 'at', 'bid', 'ask'])
      .where('tenant', '=', tenant)
      .where(sql<boolean>`symbol = any(${[...symbols]}::text[])`)
      .where('at', '>=', from)
      .where('at', '<=', to)
      .orderBy('symbol')
      .orderBy('at', 'desc'),
);

/** The ways of conversions since then, those of most conversions first. */
export const selectPaths = statement([TENANT, TIME, 20], (db, tenant: string, since: Date, limit: number) =>
  db
    .selectFrom('conversion')
    .select('path')
    .where('tenant', '=', tenant)
    .where('created_at', '>=', since)
    .groupBy('path')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('path')
    .limit(limit),
);

export const selectWatchList = statement([OWNER], (db, { tenant, owner }: Owner) =>
  db.selectFrom('watch_list').select('symbols').where('tenant', '=', tenant).where('owner', '=', owner),
);

/** What most people of the tenant want to see first. */
export const selectWatched = statement([TENANT, 50], (db, tenant: string, limit: number) =>
  db
    .selectFrom((within) =>
      within
        .selectFrom('watch_list')
        .select(sql<string>`unnest(symbols)`.as('symbol'))
        .where('tenant', '=', tenant)
        .as('watched'),
    )
    .select('symbol')
    .groupBy('symbol')
    .orderBy(sql`count(*)`, 'desc')
    .orderBy('symbol')
    .limit(limit),
);

export const saveWatchList = statement([LIST], (db, row: WatchListRow) =>
  db
    .insertInto('watch_list')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'owner']).doUpdateSet({ symbols: row.symbols, changed_at: row.changed_at }),
    )
    .returning('symbols'),
);
