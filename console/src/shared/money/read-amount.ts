/** Groups of three digits with one kind of mark between them. */
const GROUPED = /^\d{1,3}(?<mark>[,'’\u00A0\u202F ])\d{3}(?:\k<mark>\d{3})*(?:\.\d+)?$/u;
const PLAIN = /^\d+(?:\.\d+)?$/;

/** The exact decimal that a person wrote, also as it is printed: `1,250.50` or `1,250.50 USDT`. Undefined if it is none. */
export function readAmount(text: string, asset = ''): string | undefined {
  const written = text.trim();
  const number = asset !== '' && written.endsWith(asset) ? written.slice(0, -asset.length).trim() : written;
  if (PLAIN.test(number)) return number;
  return GROUPED.test(number) ? number.replaceAll(/[^\d.]/g, '') : undefined;
}
