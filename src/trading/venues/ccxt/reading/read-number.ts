import { isLosslessNumber } from 'lossless-json';
import { Decimal } from '../../../../kernel/index.ts';

const WITH_EXPONENT = /^(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,3})$/;

/** The plain digits of a JSON number that was read losslessly; one with an exponent keeps the zeros it was written with. */
export function textOfNumber(value: unknown): string {
  const written = isLosslessNumber(value) ? value.value : String(value);
  const [, whole, fraction = '', exponent] = WITH_EXPONENT.exec(written) ?? [];
  if (whole === undefined) return written;
  const coefficient = BigInt(whole + fraction);
  const scale = fraction.length - Number(exponent);
  return scale >= 0
    ? Decimal.of(coefficient, scale).toString()
    : Decimal.of(coefficient * 10n ** BigInt(-scale)).toString();
}
