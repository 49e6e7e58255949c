import type { RewardPayment } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { TextLink } from '../../shared/link/index.ts';
import { nameColumn, PlainTable, textColumn, type Column } from '../../shared/table/index.ts';
import { formatTime } from '../../shared/text/index.ts';
import { exactColumn } from './exact-column.tsx';
import { texts } from './texts.ts';

const { payouts: t } = texts;

interface PayoutsProps {
  readonly payments: readonly RewardPayment[];
  /** The row that the screen is about, which needs no link. */
  readonly own?: number;
}

/** In which crediting runs it went, with later adjustments. */
export function Payouts({ payments, own }: PayoutsProps) {
  if (payments.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t.none}
      </Text>
    );
  }
  return (
    <PlainTable
      name={t.title}
      columns={columnsOf(own)}
      rows={payments}
      idOf={({ payout, id }) => `${payout} ${id ?? ''}`}
    />
  );
}

const columnsOf = (own: number | undefined): readonly Column<RewardPayment>[] => [
  nameColumn('payout', t.columns.payout, ({ payout }) => String(payout)),
  textColumn('kind', t.columns.kind, ({ payout_kind: kind }) => t.kinds[kind] ?? kind),
  textColumn('at', t.columns.at, ({ credited_at: at }) => formatTime(at)),
  textColumn(
    'row',
    t.columns.row,
    ({ id }) => String(id ?? ''),
    ({ id, payout_kind: kind }) => {
      if (id === null) return texts.none;
      // Rows of progress rewards are explained by their compensation.
      if (id === own || kind === 'progress') return id;
      return (
        <TextLink to="/rewards/credited/$id" params={{ id: String(id) }} size="sm">
          {t.row(id)}
        </TextLink>
      );
    },
  ),
  exactColumn('reward', t.columns.reward, ({ reward }) => reward),
  exactColumn('usd', t.columns.usd, ({ reward_usd: usd }) => usd),
];
