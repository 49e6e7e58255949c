import type { ExplainedRebate, PreviewedRebate } from '@quaestor/sdk';
import { groupDigits } from '../../shared/money/index.ts';
import { moneyColumn, nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { texts } from './texts.ts';

export type Rebate = Pick<ExplainedRebate & PreviewedRebate, 'client_uid' | 'account_id' | 'rebate'>;

const { columns: t } = texts.rebates;

const factorOf = ({ rebate: { factors } }: Rebate, name: string) =>
  factors.find((factor) => factor.name === name);

export const idOfRebate = ({ client_uid, account_id }: Rebate): string => `${client_uid} ${account_id}`;

/** Each rebate with the reward and the percentage that it comes from. */
export const REBATE_COLUMNS: readonly Column<Rebate>[] = [
  nameColumn('client', t.client, ({ client_uid }) => client_uid),
  textColumn('account', t.account, ({ account_id }) => account_id),
  moneyColumn(
    'reward',
    t.reward,
    (row) => factorOf(row, 'reward')?.value ?? '',
    ({ rebate }) => rebate.currency,
  ),
  {
    id: 'percent',
    header: t.percent,
    align: 'right',
    text: (row) => factorOf(row, 'rebate_percent')?.numerator ?? '',
    cell: (row) => texts.percent(groupDigits(factorOf(row, 'rebate_percent')?.numerator ?? '')),
  },
  moneyColumn(
    'rebate',
    t.rebate,
    ({ rebate }) => rebate.amount ?? '',
    ({ rebate }) => rebate.currency,
  ),
];
