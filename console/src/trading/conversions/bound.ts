import type { ConversionDetail, ConversionEstimate, CreateConversion } from '@quaestor/sdk';
import { groupDigits } from '../../shared/money/index.ts';
import { texts } from './texts.ts';

const { bound: t } = texts;

/** What a bound means for the amount that was asked for. */
export function describeBound(
  { minReceived, maxGiven }: Pick<NonNullable<ConversionDetail['bound']>, 'minReceived' | 'maxGiven'>,
  from: string,
  to: string,
): string {
  return minReceived === null
    ? t.atMost(`${groupDigits(maxGiven ?? '')} ${from}`)
    : t.atLeast(`${groupDigits(minReceived)} ${to}`);
}

/** The request with the amount that was reviewed as its bound: it holds also when the books get worse. */
export function withReviewed(request: CreateConversion, { bound }: ConversionEstimate): CreateConversion {
  if (bound === null) return request;
  return bound.minReceived === null
    ? { ...request, maxGiven: bound.maxGiven ?? '' }
    : { ...request, minReceived: bound.minReceived };
}

/** How the traded amounts compare with the quote; undefined while there is nothing to compare. */
export function againstQuote({ status, bound, requested, from, to }: ConversionDetail): string | undefined {
  if (status !== 'COMPLETED' || bound === null) return undefined;
  const isSale = requested.side === 'from';
  const [own, other] = isSale ? [from, to] : [to, from];
  const quoted = (Number(bound.quoted) / Number(requested.amount)) * Number(own.amount);
  const better = (Number(other.amount) / quoted - 1) * (isSale ? 100 : -100);
  if (!Number.isFinite(better)) return undefined;
  const percent = Math.abs(better).toFixed(2);
  return percent === '0.00'
    ? t.asQuoted
    : better > 0
      ? t.better(groupDigits(percent))
      : t.worse(groupDigits(percent));
}
