import type { VenueAsset } from '@quaestor/sdk';
import { Big } from 'big.js';
import { groupDigits, readAmount } from '../../../shared/money/index.ts';
import { texts } from './texts.ts';

/** What is wrong with an amount before it is sent; null if nothing is. The server checks it again. */
export function checkAmount(
  typed: string,
  asset: Pick<VenueAsset, 'code' | 'precision' | 'minWithdrawal'> | undefined,
  available: string | undefined,
): string | null {
  const amount = readAmount(typed, asset?.code);
  if (amount === undefined) return texts.amount.format;
  if (asset === undefined) return null;
  const { code, precision, minWithdrawal } = asset;
  const value = new Big(amount);
  if (value.lte(0)) return texts.amount.positive;
  const [, decimals = ''] = amount.split('.');
  if (decimals.length > precision) return texts.amount.precision(code, precision);
  if (value.lt(minWithdrawal)) return texts.amount.minimum(groupDigits(minWithdrawal), code);
  if (available !== undefined && value.gt(available))
    return texts.amount.available(groupDigits(available), code);
  return null;
}
