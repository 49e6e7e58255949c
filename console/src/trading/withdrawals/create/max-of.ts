import { Big } from 'big.js';

/** As much as can be sent: what is there without the fee, in the digits that the venue takes. */
export function maxOf(available: string, fee: string | null | undefined, precision: number): string {
  const most = new Big(available).minus(fee ?? 0).round(precision, Big.roundDown);
  return most.lt(0) ? '0' : most.toFixed();
}
