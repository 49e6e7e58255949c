import type { OrdersRow, RewardsRow } from '@quaestor/sdk';
import { Skeleton, Text } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Amount, groupDigits } from '../../shared/money/index.ts';
import { Page, Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { DataTable, type Column, type Rows } from '../../shared/table/index.ts';
import { formatClock, formatTime } from '../../shared/text/index.ts';
import { useReads } from '../viewed.ts';
import { Back } from './back.tsx';
import { useCreditedOn, useOrdersOf } from './queries.ts';
import { texts } from './texts.ts';

const { orders, credited } = texts.day;

/** The orders of a day, and what was credited for it. */
export function Day() {
  const { day = '' }: { day?: string } = useParams({ strict: false });
  const reads = useReads();
  const navigate = useNavigate();
  const isDay = !Number.isNaN(Date.parse(day));
  return (
    <Page title={isDay ? texts.day.title(day) : day} description={<Back />}>
      <Section title={orders.title} description={orders.about}>
        <List
          name={orders.title}
          none={orders.none}
          list={useOrdersOf(reads, day)}
          columns={ORDERS}
          idOf={({ order_id: id }) => id}
          onOpen={({ order_id: order }) => void navigate({ to: '/rewards/orders/$order', params: { order } })}
        />
      </Section>
      <Section title={credited.title} description={credited.about}>
        <List
          name={credited.title}
          none={credited.none}
          list={useCreditedOn(reads, day)}
          columns={CREDITED}
          idOf={({ id }) => String(id)}
          onOpen={({ id }) => void navigate({ to: '/rewards/credited/$id', params: { id: String(id) } })}
        />
      </Section>
    </Page>
  );
}

interface ListProps<T> {
  readonly name: string;
  readonly none: string;
  readonly list: Rows<T>;
  readonly columns: readonly Column<T>[];
  readonly idOf: (row: T) => string;
  readonly onOpen: (row: T) => void;
}

function List<T extends object>({ none, list, ...table }: ListProps<T>) {
  if (list.error !== null) return <Problem error={list.error} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <Skeleton height={160} />;
  if (list.rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {none}
      </Text>
    );
  }
  return (
    <DataTable {...table} rows={list.rows} total={list.total} onEnd={list.onEnd} isLoading={list.isLoading} />
  );
}

const ORDERS: readonly Column<OrdersRow>[] = [
  {
    id: 'order',
    header: orders.columns.order,
    cell: ({ order_id: id }) => id,
    text: ({ order_id: id }) => id,
  },
  {
    id: 'closed',
    header: orders.columns.closed,
    cell: ({ close_date: at }) => formatClock(at),
    text: ({ close_date: at }) => at,
  },
  { id: 'symbol', header: orders.columns.symbol, cell: ({ symbol }) => symbol, text: ({ symbol }) => symbol },
  {
    id: 'account',
    header: orders.columns.account,
    cell: ({ client_account: account }) => account,
    text: ({ client_account: account }) => account,
  },
  {
    id: 'lots',
    header: orders.columns.lots,
    cell: ({ volume_lots: lots }) => groupDigits(lots),
    text: ({ volume_lots: lots }) => lots,
    align: 'right',
  },
  {
    id: 'reward',
    header: orders.columns.reward,
    cell: ({ reward_usd: reward }) => (reward === null ? texts.unknown : groupDigits(reward)),
    text: ({ reward_usd: reward }) => reward ?? '',
    align: 'right',
  },
];

const CREDITED: readonly Column<RewardsRow>[] = [
  { id: 'id', header: credited.columns.id, cell: ({ id }) => id, text: ({ id }) => String(id) },
  {
    id: 'account',
    header: credited.columns.account,
    cell: ({ client_account: account }) => account,
    text: ({ client_account: account }) => account,
  },
  {
    id: 'payout',
    header: credited.columns.payout,
    cell: ({ reward_order: payout }) => payout,
    text: ({ reward_order: payout }) => payout,
  },
  {
    id: 'at',
    header: credited.columns.at,
    cell: ({ reward_datetime: at }) => formatTime(at),
    text: ({ reward_datetime: at }) => at,
  },
  {
    id: 'orders',
    header: credited.columns.orders,
    cell: ({ orders_count: count }) => count,
    text: ({ orders_count: count }) => String(count),
    align: 'right',
  },
  {
    id: 'reward',
    header: credited.columns.reward,
    cell: ({ reward, currency }) => <Amount value={reward} asset={currency} />,
    text: ({ reward }) => reward,
    align: 'right',
  },
  {
    id: 'usd',
    header: credited.columns.usd,
    cell: ({ reward_usd: usd }) => groupDigits(usd),
    text: ({ reward_usd: usd }) => usd,
    align: 'right',
  },
];
