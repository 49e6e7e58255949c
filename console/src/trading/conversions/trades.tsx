import type { ConversionDetail, ConversionOrder, ConversionTrade } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { Amount } from '../../shared/money/index.ts';
import { Section } from '../../shared/parts/index.ts';
import { numberColumn, PlainTable, textColumn, type Column } from '../../shared/table/index.ts';
import { formatClock, sentenceOf } from '../../shared/text/index.ts';
import { OrderStatus } from './status.tsx';
import { texts } from './texts.ts';

const { detail: t, orders: o } = texts;

/** The orders of a conversion and what they traded, newest first. */
export function OrdersAndTrades({ orders, trades }: Pick<ConversionDetail, 'orders' | 'trades'>) {
  const venueOf = new Map(orders.map(({ id, venue }) => [id, venue]));
  const traded = trades.map((trade) => ({ ...trade, venue: venueOf.get(trade.orderId) ?? '' }));
  return (
    <>
      <Section title={t.orders} description={t.ordersTitle(orders.length)}>
        {orders.length === 0 ? (
          <Text size="sm">{t.noOrders}</Text>
        ) : (
          <PlainTable name={t.orders} columns={ORDERS} rows={orders.toReversed()} idOf={({ id }) => id} />
        )}
      </Section>
      <Section title={t.trades} description={t.tradesTitle(trades.length)}>
        {trades.length === 0 ? (
          <Text size="sm">{t.noTrades}</Text>
        ) : (
          <PlainTable
            name={t.trades}
            columns={TRADES}
            rows={traded.toReversed()}
            idOf={({ venue, venueTradeId }) => `${venue} ${venueTradeId}`}
          />
        )}
      </Section>
    </>
  );
}

const ORDERS: readonly Column<ConversionOrder>[] = [
  {
    id: 'status',
    header: o.status,
    text: ({ status }) => status,
    cell: ({ status, reason }) => (
      <div>
        <OrderStatus status={status} />
        {reason !== null && (
          <Text size="xs" c="dimmed">
            {reason}
          </Text>
        )}
      </div>
    ),
  },
  textColumn('venue', o.venue, ({ venue }) => venue),
  textColumn('side', o.side, ({ side, symbol }) => o.of(o.sides[side], symbol)),
  numberColumn('price', o.price, ({ price }) => price),
  numberColumn('quantity', o.quantity, ({ quantity }) => quantity),
  numberColumn('filled', o.filled, ({ filled }) => filled),
  {
    id: 'created',
    header: o.created,
    align: 'right',
    text: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => formatClock(createdAt),
  },
];

const TRADES: readonly Column<ConversionTrade & { readonly venue: string }>[] = [
  {
    id: 'time',
    header: t.tradedAt,
    text: ({ tradedAt }) => tradedAt,
    cell: ({ tradedAt }) => formatClock(tradedAt),
  },
  textColumn('venue', o.venue, ({ venue }) => venue),
  {
    id: 'liquidity',
    header: t.liquidity,
    text: ({ liquidity }) => liquidity,
    cell: ({ liquidity }) => sentenceOf(liquidity),
  },
  textColumn('id', t.venueTradeId, ({ venueTradeId }) => venueTradeId),
  numberColumn('price', t.price, ({ price }) => price),
  numberColumn('quantity', o.quantity, ({ quantity }) => quantity),
  {
    id: 'fee',
    header: o.fee,
    align: 'right',
    text: ({ fee }) => `${fee.amount} ${fee.asset}`,
    cell: ({ fee }) => <Amount value={fee.amount} asset={fee.asset} />,
  },
];
