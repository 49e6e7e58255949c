import type { TariffPreview } from '@quaestor/sdk';
import { Group, Text } from '@mantine/core';
import { Big } from 'big.js';
import { roundDigits } from '../../shared/money/index.ts';
import { Section } from '../../shared/parts/index.ts';
import { DataTable, nameColumn, type Column } from '../../shared/table/index.ts';
import { usdColumn } from '../lists/index.ts';
import { texts } from './texts.ts';

const { preview: t } = texts;

type PartnerPreview = TariffPreview['partners'][number];

/** What partners would have earned in a month by a draft, beside what they earn. */
export function Preview({ result }: { result: TariffPreview }) {
  const { month, orders_count, trial_orders_count, credited_usd, earned_usd, preview_usd, partners } = result;
  const changed = partners.filter(({ difference_usd }) => !new Big(difference_usd).eq(0));
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
        <DataTable
          name={t.partners}
          columns={COLUMNS}
          rows={changed}
          idOf={({ partner_uid }) => partner_uid}
        />
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
