import type { AdjustmentCause, CreditedRewardExplanation, ExplainedSum } from '@quaestor/sdk';
import { SimpleGrid, Stack, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { Facts, Note, Section } from '../../shared/parts/index.ts';
import { alignedColumn, nameColumn, PlainTable, textColumn, type Column } from '../../shared/table/index.ts';
import { formatTime, sentenceOf } from '../../shared/text/index.ts';
import { sourceName } from '../facts/source-texts.ts';
import { kindName } from '../names-texts.ts';
import { Terms } from '../figures/index.ts';
import { useReads } from '../viewed.ts';
import { Calculation } from './calculation.tsx';
import { exactColumn } from './exact-column.tsx';
import { Explained } from './explained.tsx';
import { Payouts } from './payouts.tsx';
import { useCredited } from './queries.ts';
import { texts } from './texts.ts';

const { credited: t } = texts;
type BehindIt = CreditedRewardExplanation['orders'][number];

/** What a credited row is made of: its orders, and what other rows credited for the same account and day. */
export function Credited() {
  const { id } = useParams({ from: '/signed-in/rewards/credited/$id' });
  const list = useCredited(useReads(), Number(id));
  const row = list.about;
  return (
    <Explained
      title={t.title(Number(id))}
      dayOf={({ reward_date: day }) => day}
      list={list}
      ordersTitle={t.orders.title}
      columnsOf={columnsOf}
      before={row && <Head row={row} />}
      after={
        row && (
          <Section title={t.others}>
            <Payouts payments={row.credited} own={row.id} />
          </Section>
        )
      }
    />
  );
}

function Head({ row }: { row: CreditedRewardExplanation }) {
  const { payout, conversion, causes } = row;
  return (
    <>
      <Facts
        items={[
          [texts.payouts.columns.kind, t.kinds[row.kind] ?? sentenceOf(row.kind)],
          [texts.day.orders.columns.account, row.client_account],
          [t.facts.client, row.client_uid],
          [t.facts.account, row.partner_account],
          [t.facts.below, row.subpartner_account],
          [t.facts.agent, row.agent_uid],
          [t.facts.payout, payout.payout],
          [t.facts.at, formatTime(payout.credited_at)],
          [t.facts.state, row.awaits_crediting && texts.order.facts.awaits],
        ]}
      />
      {payout.payout_kind === 'adjustments' && (
        <Section title={t.causes.title} description={t.causes.about}>
          <Note>{t.adjustment}</Note>
          <PlainTable
            name={t.causes.title}
            columns={CAUSES}
            rows={causes}
            idOf={({ batch }) => String(batch)}
          />
        </Section>
      )}
      <Section title={t.sum.title}>
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
          <Sum sum={row.reward_usd} currency={texts.calculation.usd} code="USD" />
          {row.currency !== 'USD' && (
            <Sum sum={row.reward} currency={texts.calculation.in(row.currency)} code={row.currency} />
          )}
        </SimpleGrid>
      </Section>
      {conversion !== null && <Calculation title={t.conversion} of={conversion} />}
    </>
  );
}

interface SumProps {
  readonly sum: ExplainedSum;
  readonly currency: string;
  readonly code: string;
}

function Sum({ sum: { amount: total, terms }, currency, code }: SumProps) {
  return (
    <Stack gap="xs" data-sum={code}>
      <Title order={3} size="h5">
        {currency}
      </Title>
      <Terms
        terms={terms.map(({ name, amount }) => ({
          name,
          label: t.sum.terms[name] ?? sentenceOf(name),
          amount,
        }))}
        total={{ label: t.sum.total, amount: total }}
        currency={code}
      />
    </Stack>
  );
}

const CAUSES: readonly Column<AdjustmentCause>[] = [
  nameColumn('batch', t.causes.columns.batch, ({ batch }) => String(batch)),
  textColumn('kind', t.causes.columns.kind, ({ kind }) => kindName(kind)),
  textColumn('source', t.causes.columns.source, ({ source, voids }) =>
    voids === null ? sourceName(source) : t.causes.voids(voids),
  ),
  textColumn('at', t.causes.columns.at, ({ created_at: at }) => formatTime(at)),
];

function columnsOf({ currency, causes }: CreditedRewardExplanation): readonly Column<BehindIt>[] {
  const changed = new Set(causes.map(({ batch }) => batch));
  const { columns } = t.orders;
  const batchOf = ({ sent_in_batch: batch }: BehindIt): string => {
    if (batch === null) return texts.none;
    return changed.has(batch) ? t.orders.changed(batch) : String(batch);
  };
  return [
    nameColumn('order', columns.order, ({ order_id: id }) => id),
    textColumn('symbol', columns.symbol, ({ symbol }) => symbol),
    textColumn('closed', columns.closed, ({ close_date: at }) => formatTime(at)),
    alignedColumn('lots', columns.lots, ({ volume_lots: lots }) => lots),
    exactColumn('usd', columns.usd, ({ reward_usd: usd }) => usd),
    ...(currency === 'USD'
      ? []
      : [exactColumn<BehindIt>('reward', columns.reward(currency), ({ reward }) => reward)]),
    { ...textColumn('batch', columns.batch, batchOf), align: 'right' },
  ];
}
