import type { ConversionDetail } from '@quaestor/sdk';
import { Big } from 'big.js';
import { texts } from './texts.ts';

const { slippage: t } = texts;

/** What a conversion has cost against the middle of the books, in a sentence. */
export function describeSlippage({
  totalBps,
  priceBps,
  feeBps,
}: NonNullable<ConversionDetail['slippage']>): string {
  const total = new Big(totalBps);
  const size = texts.bps(total.abs().toFixed());
  const parts = t.parts(texts.bps(priceBps), texts.bps(feeBps));
  return `${total.lt(0) ? t.better(size) : t.worse(size)}: ${parts}`;
}
