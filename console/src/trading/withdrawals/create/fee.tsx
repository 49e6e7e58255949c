import type { VenueAsset } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { Big } from 'big.js';
import { groupDigits } from '../../../shared/money/index.ts';
import { texts } from './texts.ts';
import { sumOf } from '../sum-of.ts';

interface FeeProps {
  readonly asset: Pick<VenueAsset, 'code'>;
  readonly network: VenueAsset['networks'][number];
  readonly amount: string;
  readonly available: string | undefined;
}

/** What the venue charges for a withdrawal over a network. */
export default function Fee({ asset: { code }, network, amount, available }: FeeProps) {
  const { withdrawalFee: fee, refusal } = network;
  if (refusal !== null) return <Line>{refusal}</Line>;
  if (fee === null) return <Line>{texts.create.unknownFee}</Line>;
  const total = /^\d+(\.\d+)?$/.test(amount) ? new Big(amount).plus(fee) : undefined;
  const isTooMuch =
    available !== undefined && total !== undefined && total.minus(fee).lte(available) && total.gt(available);
  return (
    <Line>
      {new Big(fee).eq(0) ? texts.create.noFee : texts.create.fee(groupDigits(fee), code)}
      {total !== undefined &&
        ` ${texts.create.leaves(groupDigits(amount), groupDigits(sumOf(amount, fee)), code)}`}
      {isTooMuch && ` ${texts.create.feeTooMuch(groupDigits(available), code)}`}
    </Line>
  );
}

const Line = ({ children }: { readonly children: React.ReactNode }) => (
  <Text size="sm" c="dimmed" role="status">
    {children}
  </Text>
);
