import { Text } from '@mantine/core';
import { Amount } from '../../shared/money/index.ts';
import { shareOf } from './rate.ts';

interface Sum {
  readonly asset: string;
  readonly amount: string;
}

/** Fees, each also as a share of what is traded of its asset. */
export const Fees = ({ fees, traded }: { fees: readonly Sum[]; traded: readonly Sum[] }) =>
  fees.map((fee) => (
    <div key={fee.asset}>
      <Amount value={fee.amount} asset={fee.asset} />{' '}
      <Text span inherit c="dimmed">
        {shareOf(fee, traded)}
      </Text>
    </div>
  ));
