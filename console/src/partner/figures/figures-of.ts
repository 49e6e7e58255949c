import { Big } from 'big.js';
import {
  periodOf,
  previousOf,
  today,
  unitOf,
  type Period,
  type PeriodName,
} from '../../shared/period/index.ts';

/** More than a period has days or months. */
const PAGE = 1_000;

export const asQuery = ({ from, to }: Period) => ({ date_from: from, date_to: to });

interface Grouped {
  readonly group_by: (ReturnType<typeof unitOf> | 'year')[];
  readonly date_from: string;
  readonly date_to: string;
}

interface Report<Row, Totals> {
  page(position: { readonly limit: number }): Promise<{ readonly data: Row[]; readonly totals: Totals }>;
  totals(): Promise<Totals>;
}

/** The rows of each day or month of a period, and the totals of it and of the one before. */
export async function figuresOf<Row, Totals>(
  name: PeriodName,
  open: (query: Grouped) => Report<Row, Totals>,
) {
  const [period, before] = [periodOf(name, today()), previousOf(name, today())];
  const [{ data, totals }, previous] = await Promise.all([
    open({ group_by: [unitOf(name)], ...asQuery(period) }).page({ limit: PAGE }),
    open({ group_by: ['year'], ...asQuery(before) }).totals(),
  ]);
  return { period, before, rows: data, totals, previous };
}

export interface Top {
  readonly name: string;
  readonly reward: string;
}

/** Those of a grouped report that earned anything. */
export const topOf = (rows: readonly { group_fields: readonly string[]; reward_usd: string }[]): Top[] =>
  rows
    .filter(({ reward_usd: reward }) => new Big(reward).gt(0))
    .map(({ group_fields: [name = ''], reward_usd: reward }) => ({ name, reward }));
