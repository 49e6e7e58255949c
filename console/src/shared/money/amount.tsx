import { Text, type TextProps } from '@mantine/core';
import { Aligned } from './aligned.tsx';
import { Digits } from './digits.tsx';
import classes from './digits.module.css';
import { placesOf } from './places.ts';

interface AmountProps extends TextProps {
  /** An exact decimal. It is never turned into a number. */
  readonly value: string;
  readonly asset: string;
  /** Whether all digits are shown, as where a person decides about them. */
  readonly isExact?: boolean;
  /** How many decimals its column has: points are below each other. */
  readonly decimals?: number;
  /** Whether it may take several lines. */
  readonly wraps?: boolean;
}

export function Amount({ value, asset, isExact = false, decimals, wraps = false, ...props }: AmountProps) {
  const places = isExact ? undefined : placesOf(asset);
  return (
    <Text span inherit {...props} style={wraps ? { overflowWrap: 'anywhere' } : { whiteSpace: 'nowrap' }}>
      {decimals === undefined ? (
        <Digits decimal={value} places={places} />
      ) : (
        <Aligned decimal={value} places={places} decimals={decimals} />
      )}{' '}
      <Text
        span
        inherit
        c="dimmed"
        fw={400}
        {...(decimals !== undefined && { className: classes.unit ?? '' })}
      >
        {asset}
      </Text>
    </Text>
  );
}
