import { MARKS } from '../text/index.ts';

/** An exact decimal as a person would type it in the language of the page. */
export const writeAmount = (decimal: string, { point } = MARKS): string => decimal.replace('.', point);

/** Of the API and of files, in every language. */
export const EXACT_MARKS: typeof MARKS = { group: ',', point: '.' };

/** Groups of three digits with one kind of mark between them. `0,125` is none: it may be meant as a fraction. */
const GROUPED = /^[1-9]\d{0,2}(?<mark>[,'’\u00A0\u202F ])\d{3}(?:\k<mark>\d{3})*(?:\.\d+)?$/u;
const PLAIN = /^\d+(?:\.\d+)?$/;

/**
 * The exact decimal that a person wrote in the language of the page, also as it is printed: `1,250.50` or
 * `1,250.50 USDT`. Undefined for everything else: what could be meant in two ways is never guessed.
 */
export function readAmount(text: string, asset = '', { group, point } = MARKS): string | undefined {
  const written = text.trim();
  const bare = asset !== '' && written.endsWith(asset) ? written.slice(0, -asset.length).trim() : written;
  const number = bare.replaceAll(/[.,]/g, (mark) => (mark === point ? '.' : mark === group ? ',' : mark));
  if (PLAIN.test(number)) return number;
  return GROUPED.test(number) ? number.replaceAll(/[^\d.]/g, '') : undefined;
}

/** The same of a number that may be negative. */
export function readDecimal(text: string, marks = MARKS): string | undefined {
  const written = text.trim();
  const amount = readAmount(written.replace(/^[-−]/, ''), '', marks);
  return amount === undefined || !/^[-−]/.test(written) ? amount : `-${amount}`;
}
