import type { CompensationExplanation } from '@quaestor/sdk';
import { Skeleton, Stack } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { groupDigits } from '../../shared/money/index.ts';
import { Facts, Page, Section } from '../../shared/parts/index.ts';
import { Problem } from '../../shared/problem/index.ts';
import { DataTable, nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { useReads } from '../viewed.ts';
import { Back } from './back.tsx';
import { Calculation, equationOf } from './calculation.tsx';
import { exactColumn } from './exact-column.tsx';
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
  const made = list.about;
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
  nameColumn('order', columns.order, ({ order_id: id }) => id),
  textColumn('account', columns.account, ({ client_account: account }) => account),
  textColumn('closed', columns.closed, ({ close_date: at }) => formatTime(at)),
  { ...textColumn('how', columns.how, ({ reward_usd: made }: ToppedUp) => equationOf(made)), align: 'right' },
  exactColumn('amount', columns.amount, ({ reward_usd: { amount } }) => amount),
];
