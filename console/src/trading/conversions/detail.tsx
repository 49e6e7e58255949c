import type { ConversionDetail as Detail, ConversionLeg } from '@quaestor/sdk';
import { Group, SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { IconArrowRight } from '../../shared/icons/index.ts';
import { useChange } from '../../shared/change/index.ts';
import { later } from '../../shared/later/index.ts';
import { Amount, groupDigits } from '../../shared/money/index.ts';
import { AskFirst, Copy, Facts, Note, Page, Section } from '../../shared/parts/index.ts';
import { Problem, Unloaded } from '../../shared/problem/index.ts';
import { useScope } from '../../shared/session/index.ts';
import { moneyColumn, PlainTable, type Column } from '../../shared/table/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { trading } from '../api.ts';
import { conversionQuery } from './queries.ts';
import { ConversionStatus } from './status.tsx';
import { againstQuote, describeBound } from './bound.ts';
import { describeSlippage } from './describe-slippage.ts';
import { Fees } from './fees.tsx';
import { describeRate, sumFees } from './rate.ts';
import { texts } from './texts.ts';
import { OrdersAndTrades } from './trades.tsx';

const { detail: t } = texts;
const LostOrders = later(() => import('./resolve/lost-orders.tsx'));
const CANCELLABLE: ReadonlySet<Detail['status']> = new Set(['PENDING', 'PROCESSING']);

export function ConversionDetail() {
  const { id } = useParams({ from: '/signed-in/conversions/$id' });
  const canConvert = useScope('conversions:edit');
  const { data, error, refetch } = useQuery(conversionQuery(id));
  const cancel = useChange(
    'conversions',
    () => trading.conversions.cancel(id),
    () => ({
      text: t.cancelled,
    }),
  );
  if (data === undefined) {
    return <Unloaded title={t.fallback} error={error} onRetry={() => void refetch()} />;
  }
  const note = data.waitingReason ?? data.failureMessage;
  return (
    <Page
      title={t.title(data.reference)}
      description={
        <Group gap={4}>
          {id}
          <Copy value={id} what={t.id} />
        </Group>
      }
      actions={
        canConvert &&
        CANCELLABLE.has(data.status) && (
          <AskFirst {...texts.cancel} isPending={cancel.isPending} onConfirm={() => cancel.mutate()} />
        )
      }
    >
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {cancel.error !== null && <Problem error={cancel.error} />}
      {note !== null && <Note>{note}</Note>}
      <Group gap="sm" fz={{ base: 16, sm: 28 }} fw={600} lh={1.2}>
        <Amount value={data.from.amount} asset={data.from.asset} />
        <IconArrowRight size={22} aria-hidden />
        <Amount value={data.to.amount} asset={data.to.asset} />
      </Group>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={48}>
        <Facts items={factsOf(data)} />
        <Section title={t.legs}>
          <PlainTable
            name={t.legs}
            columns={LEGS}
            rows={data.legs}
            idOf={({ from, to }) => `${from.asset} ${to.asset}`}
          />
        </Section>
      </SimpleGrid>
      <Suspense fallback={null}>
        <LostOrders conversion={data} />
      </Suspense>
      <OrdersAndTrades orders={data.orders} trades={data.trades} />
    </Page>
  );
}

function factsOf(row: Detail) {
  const { requested, bound, movements } = row;
  const result = againstQuote(row);
  const fees = sumFees(row.trades.map(({ fee }) => fee));
  const amount = `${groupDigits(requested.amount)} ${row[requested.side].asset}`;
  return [
    [t.status, <ConversionStatus key="status" status={row.status} />],
    [t.requested, t.requestedAs[requested.side](amount)],
    ...(bound === null ? [] : [[t.bound, describeBound(bound, row.from.asset, row.to.asset)] as const]),
    [
      t.quoted,
      bound !== null && (
        <Amount
          key="quoted"
          value={bound.quoted}
          asset={(requested.side === 'from' ? row.to : row.from).asset}
        />
      ),
    ],
    ...(result === undefined ? [] : [[t.result, result] as const]),
    [t.average, describeRate(row.from, row.to)],
    [t.fees, fees.length > 0 && <Fees key="fees" fees={fees} traded={[row.from, row.to]} />],
    ...(row.slippage === null ? [] : [[t.slippage, describeSlippage(row.slippage)] as const]),
    [t.executor, texts.executorNames[row.executor]],
    [t.venues, row.venues.length === 0 ? t.none : row.venues.join(', ')],
    ...(row.expiresAt === null ? [] : [[t.expires, formatTime(row.expiresAt)] as const]),
    [t.created, formatTime(row.createdAt)],
    [t.updated, formatTime(row.updatedAt)],
    ...(movements.length === 0
      ? []
      : [
          [
            t.movements,
            movements.map((movement) => (
              <div key={movement.asset}>
                <Amount value={movement.amount} asset={movement.asset} />
              </div>
            )),
          ] as const,
        ]),
  ] as const;
}

const LEGS: readonly Column<ConversionLeg>[] = [
  moneyColumn(
    'from',
    t.sold,
    ({ from }) => from.amount,
    ({ from }) => from.asset,
  ),
  moneyColumn(
    'to',
    t.bought,
    ({ to }) => to.amount,
    ({ to }) => to.asset,
  ),
];
