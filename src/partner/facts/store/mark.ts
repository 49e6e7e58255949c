import { quote } from './tables.ts';

/*
 * Marks the days of tables in which rows were added, removed or changed, with the batch that did it. Copies of the store
 * compare only the days that were marked after the batch that they have. The rows of a table without a time have one day.
 */

export const CREATE_MARKS = `
  create table changed_days (
    table_name varchar not null, day date not null, version bigint not null, primary key (table_name, day)
  );`;

/** The day of a row by its time, if its table has one. */
export const dayOf = (time: string | undefined): string =>
  time === undefined ? "date '2000-01-01'" : `cast(${time} as date)`;

/** `days` is a select of `day`. To be run in the transaction of the batch, before it is noted as applied. */
export const markDays = (table: string, days: string): string => `
  insert into changed_days
    select ${quote(table)}, day, (select applied + 1 from fact_state) from (select distinct day from (${days}))
    on conflict do update set version = excluded.version`;

/** The days of a table that were marked after a batch. */
export const selectMarked = (table: string, batch: number): string =>
  `select day from changed_days where table_name = ${quote(table)} and version > ${batch} order by day`;
