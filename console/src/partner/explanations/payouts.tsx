import type { RewardPayment } from '@quaestor/sdk';
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Amount, groupDigits } from '../../shared/money/index.ts';
import { PlainTable, type Column } from '../../shared/table/index.ts';
import { formatTime } from '../../shared/text/index.ts';
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
  {
    id: 'payout',
    header: t.columns.payout,
    cell: ({ payout }) => payout,
    text: ({ payout }) => String(payout),
  },
  {
    id: 'kind',
    header: t.columns.kind,
    cell: ({ payout_kind: kind }) => t.kinds[kind] ?? kind,
    text: kindOf,
  },
  {
    id: 'at',
    header: t.columns.at,
    cell: ({ credited_at: at }) => formatTime(at),
    text: ({ credited_at: at }) => at,
  },
  {
    id: 'row',
    header: t.columns.row,
    cell: ({ id, payout_kind: kind }) => {
      if (id === null) return texts.none;
      // Rows of progress rewards are explained by their compensation.
      if (id === own || kind === 'progress') return id;
      return (
        <Anchor component={Link} to="/rewards/credited/$id" params={{ id: String(id) } as never} size="sm">
          {t.row(id)}
        </Anchor>
      );
    },
    text: ({ id }) => String(id ?? ''),
  },
  {
    id: 'reward',
    header: t.columns.reward,
    cell: ({ reward }) => (reward === null ? texts.none : <Amount value={reward} />),
    text: ({ reward }) => reward ?? '',
    align: 'right',
  },
  {
    id: 'usd',
    header: t.columns.usd,
    cell: ({ reward_usd: usd }) => (usd === null ? texts.none : groupDigits(usd)),
    text: ({ reward_usd: usd }) => usd ?? '',
    align: 'right',
  },
];

const kindOf = ({ payout_kind: kind }: RewardPayment): string => t.kinds[kind] ?? kind;
