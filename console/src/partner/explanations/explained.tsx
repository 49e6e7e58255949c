import { Skeleton, Text } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { Page, Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { DataTable, type Column, type Rows } from '../../shared/table/index.ts';
import { Back } from './back.tsx';
import { texts } from './texts.ts';

interface ExplainedProps<Order, Reward> {
  readonly title: string;
  /** The day that it belongs to; of several days if there is none. */
  readonly dayOf?: (reward: Reward) => string;
  /** The orders behind it, and what it is. */
  readonly list: Rows<Order> & { readonly about: Reward | undefined };
  readonly ordersTitle: string;
  readonly columnsOf: (reward: Reward) => readonly Column<Order>[];
  readonly before: ReactNode;
  readonly after?: ReactNode;
}

/** A reward and the orders behind it, each of which leads to its own explanation. */
export function Explained<Order extends { order_id: string }, Reward extends { orders_count: number }>(
  props: ExplainedProps<Order, Reward>,
) {
  const { title, dayOf, list, ordersTitle, columnsOf, before, after } = props;
  const { about: reward, rows, error, isPending, refetch } = list;
  const columns = useMemo(() => (reward === undefined ? [] : columnsOf(reward)), [reward, columnsOf]);
  return (
    <Page title={title} description={<Back day={reward && dayOf?.(reward)} />}>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {isPending && error === null && <Skeleton height={400} />}
      {reward !== undefined && (
        <>
          {before}
          <Section title={ordersTitle} description={texts.credited.orders.about(reward.orders_count)}>
            {rows.length === 0 ? (
              <Text size="sm" c="dimmed">
                {texts.credited.orders.none}
              </Text>
            ) : (
              <DataTable
                name={ordersTitle}
                columns={columns}
                rows={rows}
                idOf={({ order_id: order }) => order}
                total={list.total}
                onEnd={list.onEnd}
                isLoading={list.isLoading}
                to={({ order_id: order }) => ({ to: '/rewards/orders/$order', params: { order } })}
              />
            )}
          </Section>
          {after}
        </>
      )}
    </Page>
  );
}
