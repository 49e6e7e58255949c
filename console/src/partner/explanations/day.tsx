import type { ExplainedReward, OrdersRow } from '@quaestor/sdk';
import { useParams } from '@tanstack/react-router';
import { SectionOfRows } from '../../shared/list/index.ts';
import { Page } from '../../shared/parts/index.ts';
import {
  alignedColumn,
  moneyColumn,
  nameColumn,
  numberColumn,
  textColumn,
  type Column,
} from '../../shared/table/index.ts';
import { formatClock, formatTime, sentenceOf } from '../../shared/text/index.ts';
import { useReads } from '../viewed.ts';
import { Back } from './back.tsx';
import { exactColumn } from './exact-column.tsx';
import { useCreditedOn, useOrdersOf } from './queries.ts';
import { texts } from './texts.ts';

const { orders, credited } = texts.day;

/** The orders of own clients on a day, and all that was credited for it. */
export function Day() {
  const { day } = useParams({ from: '/signed-in/rewards/days/$day' });
  const reads = useReads();
  const isDay = !Number.isNaN(Date.parse(day));
  return (
    <Page title={isDay ? texts.day.title(day) : day} description={<Back />}>
      <SectionOfRows
        texts={orders}
        list={useOrdersOf(reads, day)}
        columns={ORDERS}
        idOf={({ order_id: id }) => id}
        to={({ order_id: order }) => ({ to: '/rewards/orders/$order', params: { order } })}
      />
      <SectionOfRows
        texts={credited}
        list={useCreditedOn(reads, day)}
        columns={CREDITED}
        idOf={({ id }) => String(id)}
        to={({ id }) => ({ to: '/rewards/credited/$id', params: { id: String(id) } })}
      />
    </Page>
  );
}

const ORDERS: readonly Column<OrdersRow>[] = [
  nameColumn('order', orders.columns.order, ({ order_id: id }) => id),
  textColumn(
    'closed',
    orders.columns.closed,
    ({ close_date: at }) => at,
    ({ close_date: at }) => formatClock(at),
  ),
  textColumn('symbol', orders.columns.symbol, ({ symbol }) => symbol),
  textColumn('account', orders.columns.account, ({ client_account: account }) => account),
  alignedColumn('lots', orders.columns.lots, ({ volume_lots: lots }) => lots),
  exactColumn('reward', orders.columns.reward, ({ reward_usd: reward }) => reward),
];

const CREDITED: readonly Column<ExplainedReward>[] = [
  nameColumn('id', credited.columns.id, ({ id }) => String(id)),
  textColumn('kind', credited.columns.kind, ({ kind }) => texts.credited.kinds[kind] ?? sentenceOf(kind)),
  textColumn('account', credited.columns.account, ({ client_account: account }) => account),
  textColumn('payout', credited.columns.payout, ({ payout }) => String(payout)),
  textColumn(
    'at',
    credited.columns.at,
    ({ credited_at: at }) => at,
    ({ credited_at: at }) => formatTime(at),
  ),
  numberColumn('orders', credited.columns.orders, ({ orders_count: count }) => count),
  moneyColumn(
    'reward',
    credited.columns.reward,
    ({ reward }) => reward,
    ({ currency }) => currency,
  ),
  alignedColumn('usd', credited.columns.usd, ({ reward_usd: usd }) => usd),
];
