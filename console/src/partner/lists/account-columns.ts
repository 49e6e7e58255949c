import { dayColumn, moneyColumn, numberColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { formatDay } from '../../shared/text/index.ts';
import { texts } from '../texts.ts';

const { columns: t } = texts;

interface Account {
  readonly platform: string;
  readonly client_account_created: string;
  readonly client_account_last_trade: string | null;
  readonly volume_lots: string;
  readonly reward: string;
  readonly partner_account_currency: string;
  readonly reward_usd: string;
}

/** What a client account has traded and earned, on either level. */
export const tradingColumns = <T extends Account>(): readonly Column<T>[] => [
  textColumn('platform', t.platform, ({ platform }) => platform),
  dayColumn('opened', t.opened, ({ client_account_created }) => client_account_created),
  dayColumn('trade', t.lastTrade, ({ client_account_last_trade }) => client_account_last_trade),
  numberColumn('lots', t.lots, ({ volume_lots }) => volume_lots),
  moneyColumn(
    'reward',
    t.reward,
    ({ reward }) => reward,
    ({ partner_account_currency }) => partner_account_currency,
  ),
  numberColumn('usd', t.rewardUsd, ({ reward_usd }) => reward_usd),
];

interface Reward {
  readonly reward_date: string;
  readonly client_account: string;
  readonly orders_count: number;
  readonly volume_lots: string;
  readonly reward: string;
  readonly currency: string;
  readonly reward_usd: string;
}

/** What was credited for the days of client accounts; `other` is the account that the level adds. */
export const rewardColumns = <T extends Reward>(other: Column<T>): readonly Column<T>[] => [
  textColumn(
    'day',
    t.day,
    ({ reward_date }) => reward_date,
    ({ reward_date }) => formatDay(reward_date),
  ),
  textColumn('account', t.clientAccount, ({ client_account }) => client_account),
  other,
  numberColumn('orders', t.orders, ({ orders_count }) => orders_count),
  numberColumn('lots', t.lots, ({ volume_lots }) => volume_lots),
  moneyColumn(
    'reward',
    t.reward,
    ({ reward }) => reward,
    ({ currency }) => currency,
  ),
  numberColumn('usd', t.rewardUsd, ({ reward_usd }) => reward_usd),
];
