import { groupDigits } from './group.ts';

const decimalsOf = (decimal: string): number => decimal.split('.')[1]?.length ?? 0;

/** How many decimals a column of numbers has. */
export const mostDecimals = (decimals: readonly string[]): number =>
  decimals.reduce((most, decimal) => Math.max(most, decimalsOf(decimal)), 0);

/** Puts the points of a column below each other without adding a digit. */
export function Aligned({ decimal, decimals }: { decimal: string; decimals: number }) {
  const missing = decimals - decimalsOf(decimal);
  const point = decimals > 0 && !decimal.includes('.') ? 0.35 : 0;
  return (
    <span data-aligned style={{ paddingRight: `${missing + point}ch`, whiteSpace: 'nowrap' }}>
      {groupDigits(decimal)}
    </span>
  );
}
