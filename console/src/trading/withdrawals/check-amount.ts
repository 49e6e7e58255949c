import type { VenueAsset } from '@quaestor/sdk';
import { Big } from 'big.js';
import { groupDigits } from '../../shared/money/index.ts';

/** What is wrong with an amount before it is sent; null if nothing is. The server checks it again. */
export function checkAmount(
  amount: string,
  asset: Pick<VenueAsset, 'code' | 'precision' | 'minWithdrawal'> | undefined,
  available: string | undefined,
): string | null {
  if (!/^\d+(\.\d+)?$/.test(amount)) return 'Write digits, and a point before decimals: 1250.50';
  if (asset === undefined) return null;
  const { code, precision, minWithdrawal } = asset;
  const value = new Big(amount);
  if (value.lte(0)) return 'It must be more than zero.';
  const [, decimals = ''] = amount.split('.');
  if (decimals.length > precision) return `${code} has at most ${precision} decimals here.`;
  if (value.lt(minWithdrawal)) return `At least ${groupDigits(minWithdrawal)} ${code}.`;
  if (available !== undefined && value.gt(available))
    return `Only ${groupDigits(available)} ${code} is available.`;
  return null;
}
