import type { CompensationExplanation } from '@quaestor/sdk';
import { Skeleton, Stack } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { groupDigits } from '../../shared/money/index.ts';
import { Facts, Page, Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { DataTable, type Column } from '../../shared/table/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { useReads } from '../viewed.ts';
import { Back } from './back.tsx';
import { Calculation, equationOf } from './calculation.tsx';
import { Payouts } from './payouts.tsx';
import { useProgress } from './queries.ts';
import { texts } from './texts.ts';

const { progress: t } = texts;
type ToppedUp = CompensationExplanation['orders'][number];

/** What a progress reward is made of: each order and what it was topped up by. */
export function Progress() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const navigate = useNavigate();
  const list = useProgress(useReads(), Number(id));
  const made = list.first?.about;
  return (
    <Page title={t.title(Number(id))} description={<Back />}>
      {list.error !== null && <Problem error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={400} />}
      {made !== undefined && (
        <>
          <Facts
            items={[
              [texts.days.progress.columns.tiers, t.about(made.old_tier_group_id, made.new_tier_group_id)],
              [t.facts.percentage, t.facts.ofBase(made.commission_percentage)],
              [t.facts.period, t.facts.range(made.compensation_period_start, made.compensation_period_end)],
              [t.facts.paid, formatTime(made.payment_date)],
              [t.facts.amount, made.amount_usd !== null && t.facts.usd(groupDigits(made.amount_usd))],
            ]}
          />
          <Section title={t.payouts}>
            <Stack gap="xl">
              {made.payouts.map(({ partner_account: account, reward, credited }) => (
                <Stack key={`${account} ${credited[0]?.payout}`} gap="sm">
                  <Calculation title={t.into(account)} of={reward} />
                  <Payouts payments={credited} />
                </Stack>
              ))}
            </Stack>
          </Section>
          <Section title={t.orders.title} description={texts.credited.orders.about(made.orders_count)}>
            <DataTable
              name={t.orders.title}
              columns={COLUMNS}
              rows={list.rows}
              idOf={({ order_id: order }) => order}
              total={list.total}
              onEnd={list.onEnd}
              isLoading={list.isLoading}
              onOpen={({ order_id: order }) =>
                void navigate({ to: '/rewards/orders/$order', params: { order } })
              }
            />
          </Section>
        </>
      )}
    </Page>
  );
}

const { columns } = t.orders;

const COLUMNS: readonly Column<ToppedUp>[] = [
  { id: 'order', header: columns.order, cell: ({ order_id: id }) => id, text: ({ order_id: id }) => id },
  {
    id: 'account',
    header: columns.account,
    cell: ({ client_account: account }) => account,
    text: ({ client_account: account }) => account,
  },
  {
    id: 'closed',
    header: columns.closed,
    cell: ({ close_date: at }) => formatTime(at),
    text: ({ close_date: at }) => at,
  },
  {
    id: 'how',
    header: columns.how,
    cell: ({ reward_usd: made }) => equationOf(made),
    text: ({ reward_usd: made }) => equationOf(made),
    align: 'right',
  },
  {
    id: 'amount',
    header: columns.amount,
    cell: ({ reward_usd: { amount } }) => (amount === null ? texts.unknown : groupDigits(amount)),
    text: ({ reward_usd: { amount } }) => amount ?? '',
    align: 'right',
  },
];
