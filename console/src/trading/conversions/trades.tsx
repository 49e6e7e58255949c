import type { ConversionDetail, ConversionOrder, ConversionTrade } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { Section } from '../../shared/parts/index.ts';
import { alignedColumn, moneyColumn, PlainTable, textColumn, type Column } from '../../shared/table/index.ts';
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
  alignedColumn('price', o.price, ({ price }) => price),
  alignedColumn('quantity', o.quantity, ({ quantity }) => quantity),
  alignedColumn('filled', o.filled, ({ filled }) => filled),
  {
    id: 'created',
    header: o.created,
    align: 'right',
    text: ({ createdAt }) => createdAt,
    cell: ({ createdAt }) => formatClock(createdAt),
  },
];

type Trade = ConversionTrade & { readonly venue: string };

const TRADES: readonly Column<Trade>[] = [
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
  alignedColumn('price', t.price, ({ price }) => price),
  alignedColumn('quantity', o.quantity, ({ quantity }) => quantity),
  moneyColumn(
    'fee',
    o.fee,
    ({ fee }) => fee.amount,
    ({ fee }) => fee.asset,
  ),
];
