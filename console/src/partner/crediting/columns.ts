import type { MadePayouts, Payouts } from '@quaestor/sdk';
import { numberColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { usdColumn } from '../lists/index.ts';
import { texts } from './texts.ts';

export type MadePayout = MadePayouts['payouts'][number];

/** The columns that payouts have before and after they are made. */
export const PAYOUT_COLUMNS: readonly Column<Payouts['payouts'][number]>[] = [
  numberColumn('number', texts.columns.number, ({ number }) => number),
  textColumn('kind', texts.columns.kind, ({ kind }) => texts.kindName(kind)),
  textColumn('days', texts.columns.days, ({ first_day, last_day }) => texts.days(first_day, last_day)),
  numberColumn('rows', texts.columns.rows, ({ row_count }) => row_count),
  usdColumn('reward', texts.columns.reward, ({ reward_usd }) => reward_usd),
];
