import { amount, int, texts, type Field } from '../query/index.ts';

/* Fields and totals that several reports have. */

export const COUNT = { count: int('How many rows match.', 2) };
export const ORDERS_COUNT = { orders_count: int('Orders.', 7) };
export const VOLUME_LOTS = { volume_lots: amount('In lots.', 1.5) };
export const VOLUME_MLN_USD = { volume_mln_usd: amount('In millions of USD.', 0.16275) };
export const REWARD_USD = { reward_usd: amount('In USD.', 12.75) };

/** Sums of columns, under their own names. */
export const summed = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, `coalesce(sum(${name}), 0)`]));

/** A sum of amounts in the currency of each row: null where there are several currencies. */
export const summedInOneCurrency = (name: string, currency: string): string =>
  `case when count(distinct ${currency}) <= 1 then coalesce(sum(${name}), 0) end`;

export const currencies = (column: string): Field => ({
  ...texts('The currencies that occur, sorted.', ['EUR', 'USD']),
  // Without rows the aggregate is null.
  read: (row) => row[column] ?? [],
});
