import type { TierChangePreview } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { roundDigits } from '../../shared/money/index.ts';
import { Section } from '../../shared/parts/index.ts';
import { nameColumn, numberColumn, PlainTable, type Column } from '../../shared/table/index.ts';
import { usdColumn } from '../lists/index.ts';
import { texts } from './texts.ts';

const { preview: t } = texts;

type Compensation = TierChangePreview['compensations'][number];

/** What draft tier changes would pay, together and, if they are several, each. */
export function TierPreview({ result: { due_usd, compensations } }: { result: TierChangePreview }) {
  const orders = compensations.reduce((sum, { orders_count }) => sum + orders_count, 0);
  return (
    <Section title={t.title}>
      <div>
        <Text size="xl" fw={600} title={due_usd} data-exact={due_usd}>
          {t.usd(roundDigits(due_usd, 2))}
        </Text>
        <Text size="sm" c="dimmed">
          {t.orders(orders)}
        </Text>
      </div>
      {compensations.length > 1 && (
        <PlainTable
          name={t.title}
          columns={COLUMNS}
          rows={compensations}
          idOf={({ compensation_id }) => String(compensation_id)}
        />
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<Compensation>[] = [
  nameColumn('partner', t.columns.partner, ({ partner_uid }) => partner_uid),
  numberColumn('id', t.columns.id, ({ compensation_id }) => compensation_id),
  numberColumn('orders', t.columns.orders, ({ orders_count }) => orders_count),
  usdColumn('due', t.columns.due, ({ due_usd }) => due_usd),
];
