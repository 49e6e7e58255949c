import { tableOf, type Kind } from '../kinds/index.ts';
import { keyOf, quote } from './tables.ts';

/**
 * The order of the rows in a table: by month, partner and time. For all kinds but orders it is by year, because a month
 * would not fill the blocks that a reader can skip.
 */
export function clustering(kind: Kind): string | undefined {
  return kind.time && orderBy(kind, kind.time, 'partner_no');
}

const orderBy = (kind: Kind, time: string, partner: string): string =>
  `date_trunc('${spanOf(kind)}', ${time}), ${partner}, ${time}`;

/**
 * A select of the fields of a relation in the order of the table. Objects of the log are written this way, because they
 * are sorted once and applied by many, and because they become smaller. The first reference of a kind gives its partner.
 */
export function selectInOrder(kind: Kind, relation: string): string {
  const fields = Object.keys(kind.fields)
    .map((name) => `sent.${name}`)
    .join(', ');
  const [reference] = kind.references;
  if (!kind.time || !reference) return `select ${fields} from ${relation} sent`;
  return `select ${fields} from ${relation} sent
    left join ${tableOf(reference.to)} parent on parent.${keyOf(reference.to)} = sent.${reference.field}
    order by ${orderBy(kind, `sent.${kind.time}`, 'parent.partner_no')}`;
}

const spanOf = ({ name }: Kind): 'month' | 'year' => (name === 'orders' ? 'month' : 'year');

/** New rows of a month, or of a year. */
export interface Coming {
  readonly month: string;
  readonly rows: number;
}

/** Counts the rows that a batch adds to months or years. */
export function countComing(kind: Kind, time: string, hasRepeated: boolean): string {
  const coming = hasRepeated ? "where line not in (select line from outcome where what = 'repeated')" : '';
  return `select date_trunc('${spanOf(kind)}', ${time})::date as month, count(*) as rows from batch ${coming} group by month`;
}

/** Notes those that come to rows which are there already. To be run before the rows are stored. */
export function noteLoose(kind: Kind, coming: readonly Coming[]): string {
  // One statement for each month lets the engine skip the blocks of all others.
  const notes = coming.map(
    ({ month, rows }) => `insert into loose select ${quote(kind.name)}, date ${quote(month)}, ${rows}
      where exists (select 1 from ${tableOf(kind.name)} where ${isWithin(kind, month)} limit 1)`,
  );
  return notes.join(';');
}

const isWithin = (kind: Kind, month: string): string =>
  `${kind.time} >= date ${quote(month)} and ${kind.time} < date ${quote(month)} + interval 1 ${spanOf(kind)}`;

export const FIND_LOOSE = `
  select kind, month, sum(row_count) as "looseRows" from loose group by kind, month order by kind, month`;

export function rewriteMonth(kind: Kind, month: string): string {
  const table = tableOf(kind.name);
  const rows = `${table} where ${isWithin(kind, month)}`;
  return `
    create or replace temp table month_rows as select * from ${rows};
    delete from ${rows};
    insert into ${table} select * from month_rows order by ${clustering(kind)};
    drop table month_rows;
    delete from loose where kind = ${quote(kind.name)} and month = date ${quote(month)}`;
}
