import type { Withdrawal } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { Big } from 'big.js';
import { Amount } from '../../shared/money/index.ts';
import type { Fact } from '../../shared/parts/index.ts';
import { texts } from './charge-texts.ts';
import { sumOf } from './sum-of.ts';

type Charged = Pick<Withdrawal, 'amount' | 'asset' | 'fee' | 'chargedFee' | 'receivedAmount'>;

/** What the payee receives, what the venue charges, and what leaves it. */
export function chargeOf(row: Charged): Fact[] {
  const { amount, fee, receivedAmount: received } = row;
  const asset = row.asset.code;
  const charged = row.chargedFee ?? fee;
  const show = (value: string) => <Amount value={value} asset={asset} isExact wraps />;
  const isWrong = received !== null && !new Big(received).eq(amount);
  return [
    [texts.receives, isWrong ? wrong(show(received)) : show(received ?? amount)],
    ['', isWrong && wrong(texts.wrong)],
    [texts.fee, charged === null ? texts.unknown : show(charged)],
    [texts.leaves, charged !== null && show(sumOf(received ?? amount, charged))],
  ];
}

const wrong = (children: React.ReactNode) => (
  <Text span inherit c="var(--quaestor-warn)">
    {children}
  </Text>
);
