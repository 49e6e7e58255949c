import type { VenueAsset } from '@quaestor/sdk';
import { Text } from '@mantine/core';
import { Big } from 'big.js';
import { groupDigits } from '../../shared/money/index.ts';
import { texts } from './create-texts.ts';

interface FeeProps {
  readonly asset: Pick<VenueAsset, 'code'>;
  readonly network: VenueAsset['networks'][number];
  readonly amount: string;
  readonly available: string | undefined;
}

/** What the venue charges for a withdrawal over a network. */
export default function Fee({ asset: { code }, network, amount, available }: FeeProps) {
  const { withdrawalFee: fee } = network;
  if (fee === null) return <Line>{texts.create.unknownFee}</Line>;
  const isTooMuch =
    available !== undefined &&
    /^\d+(\.\d+)?$/.test(amount) &&
    new Big(amount).lte(available) &&
    new Big(amount).plus(fee).gt(available);
  return (
    <Line>
      {new Big(fee).eq(0) ? texts.create.noFee : texts.create.fee(groupDigits(fee), code)}
      {isTooMuch && ` ${texts.create.feeTooMuch(groupDigits(available), code)}`}
    </Line>
  );
}

const Line = ({ children }: { readonly children: React.ReactNode }) => (
  <Text size="sm" c="dimmed" role="status">
    {children}
  </Text>
);
