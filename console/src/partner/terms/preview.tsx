import type { TariffDraft, TariffPreview } from '@quaestor/sdk';
import { Group, Text } from '@mantine/core';
import { Big } from 'big.js';
import { roundDigits } from '../../shared/money/index.ts';
import { Section } from '../../shared/parts/index.ts';
import { DataTable, nameColumn, textColumn, type Column } from '../../shared/table/index.ts';
import { usdColumn } from '../lists/index.ts';
import { aboutOthers, changedPartners, whyChanged } from './others.ts';
import { texts } from './texts.ts';

const { preview: t } = texts;

type PartnerPreview = TariffPreview['partners'][number];

interface PreviewProps {
  readonly result: TariffPreview;
  /** The draft. */
  readonly tariffs: TariffDraft['tariffs'];
}

/** What partners would have earned in a month by a draft, beside what they earn. */
export function Preview({ result, tariffs }: PreviewProps) {
  const { month, orders_count, trial_orders_count, credited_usd, earned_usd, preview_usd } = result;
  const changed = changedPartners(result);
  const difference = new Big(preview_usd).minus(earned_usd).toFixed();
  const figures = [
    [t.credited, credited_usd],
    [t.earned, earned_usd],
    [t.preview, preview_usd],
    [t.difference, difference],
  ] as const;
  return (
    <Section title={t.title(month)} description={t.about(orders_count, trial_orders_count)}>
      <Group gap="xl">
        {figures.map(([label, amount]) => (
          <div key={label}>
            <Text size="xl" fw={600} title={amount} data-figure={label} data-exact={amount}>
              {roundDigits(amount, 2)}
            </Text>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
          </div>
        ))}
      </Group>
      {changed.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t.same}
        </Text>
      ) : (
        <>
          <Text size="sm" data-others>
            {aboutOthers(result, tariffs)}
          </Text>
          <DataTable
            name={t.partners}
            columns={[
              ...COLUMNS,
              textColumn<PartnerPreview>('why', t.columns.why, (partner) =>
                whyChanged(partner, tariffs).join(', '),
              ),
            ]}
            rows={changed}
            idOf={({ partner_uid }) => partner_uid}
          />
        </>
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<PartnerPreview>[] = [
  nameColumn('partner', t.columns.partner, ({ partner_uid }) => partner_uid),
  usdColumn('credited', t.columns.credited, ({ credited_usd }) => credited_usd),
  usdColumn('earned', t.columns.earned, ({ earned_usd }) => earned_usd),
  usdColumn('preview', t.columns.preview, ({ preview_usd }) => preview_usd),
  usdColumn('difference', t.columns.difference, ({ difference_usd }) => difference_usd),
];
