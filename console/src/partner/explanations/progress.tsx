import type { CompensationExplanation } from '@quaestor/sdk';
import { Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { groupDigits } from '../../shared/money/index.ts';
import { Facts, Section } from '../../shared/parts/index.ts';
import { nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { useReads } from '../viewed.ts';
import { Calculation, equationOf } from './calculation.tsx';
import { exactColumn } from './exact-column.tsx';
import { Explained } from './explained.tsx';
import { Payouts } from './payouts.tsx';
import { useProgress } from './queries.ts';
import { texts } from './texts.ts';

const { progress: t } = texts;
type ToppedUp = CompensationExplanation['orders'][number];

/** What a progress reward is made of: each order and what it was topped up by. */
export function Progress() {
  const { id } = useParams({ from: '/signed-in/rewards/progress/$id' });
  const list = useProgress(useReads(), Number(id));
  return (
    <Explained
      title={t.title(Number(id))}
      list={list}
      ordersTitle={t.orders.title}
      columnsOf={columnsOf}
      before={list.about && <Head made={list.about} />}
    />
  );
}

const Head = ({ made }: { made: CompensationExplanation }) => (
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
  </>
);

const { columns } = t.orders;

const COLUMNS: readonly Column<ToppedUp>[] = [
  nameColumn('order', columns.order, ({ order_id: id }) => id),
  textColumn('account', columns.account, ({ client_account: account }) => account),
  textColumn('closed', columns.closed, ({ close_date: at }) => formatTime(at)),
  { ...textColumn('how', columns.how, ({ reward_usd: made }: ToppedUp) => equationOf(made)), align: 'right' },
  exactColumn('amount', columns.amount, ({ reward_usd: { amount } }) => amount),
];
const columnsOf = () => COLUMNS;
