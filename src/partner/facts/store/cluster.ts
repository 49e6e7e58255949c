import { tableOf, type Kind } from '../declare.ts';
import { quote } from './tables.ts';

/**
 * Where rows lie: month by month and, within a month, partner by partner. Of all but orders a month would not fill
 * the blocks that a reader can pass over, so they lie year by year.
 */
export function clustering(kind: Kind): string | undefined {
  return kind.time && `date_trunc('${spanOf(kind)}', ${kind.time}), partner_no, ${kind.time}`;
}

const spanOf = ({ name }: Kind): 'month' | 'year' => (name === 'orders' ? 'month' : 'year');

/** Counts the rows that come into months, or years, which already lie in order. To be run before they come. */
export function countLoose(kind: Kind, hasRepeated: boolean): string | undefined {
  if (!kind.time) return undefined;
  const month = `date_trunc('${spanOf(kind)}', ${kind.time})::date`;
  const coming = hasRepeated ? "where line not in (select line from outcome where what = 'repeated')" : '';
  return `insert into loose
    select ${quote(kind.name)}, ${month} as month, count(*) from batch ${coming}
    group by month
    having month in (select distinct ${month} from ${tableOf(kind.name)})`;
}

export const FIND_LOOSE = `
  select kind, month, sum(row_count) as "looseRows" from loose group by kind, month order by kind, month`;

export function rewriteMonth(kind: Kind, month: string): string {
  const table = tableOf(kind.name);
  const first = `date ${quote(month)}`;
  const rows = `${table} where ${kind.time} >= ${first} and ${kind.time} < ${first} + interval 1 ${spanOf(kind)}`;
  return `
    create or replace temp table month_rows as select * from ${rows};
    delete from ${rows};
    insert into ${table} select * from month_rows order by ${clustering(kind)};
    drop table month_rows;
    delete from loose where kind = ${quote(kind.name)} and month = ${first}`;
}
