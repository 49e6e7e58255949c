import { Digits } from './digits.tsx';
import { cutDecimal, placesOf } from './places.ts';

const decimalsOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0;

/** How many decimals a column of numbers has. */
export const mostDecimals = (decimals: readonly string[]): number =>
  decimals.reduce((most, decimal) => Math.max(most, decimalsOf(decimal)), 0);

/** The same for amounts, each in its own asset. */
export const mostPlaces = (amounts: readonly { readonly value: string; readonly asset: string }[]): number =>
  mostDecimals(amounts.map(({ value, asset }) => cutDecimal(value, placesOf(asset)).shown));

interface AlignedProps {
  readonly decimal: string;
  /** How many decimals the column has. */
  readonly decimals: number;
  /** How many decimals people read; all unless given. */
  readonly places?: number | undefined;
}

/** Puts the points of a column below each other without adding a digit. */
export function Aligned({ decimal, decimals, places = Infinity }: AlignedProps) {
  const { shown } = cutDecimal(decimal, places);
  const missing = decimals - decimalsOf(shown);
  const point = decimals > 0 && !shown.includes('.') ? 0.35 : 0;
  return (
    <span data-aligned style={{ paddingRight: `${missing + point}ch`, whiteSpace: 'nowrap' }}>
      <Digits decimal={decimal} places={places} />
    </span>
  );
}
