import { MARKS } from '../text/index.ts';

/** Groups the digits of an exact decimal for reading, in the language of the page. No digit is lost, added or rounded. */
export function groupDigits(decimal: string, { group, point } = MARKS): string {
  const [whole = '', fraction] = decimal.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group);
  return fraction === undefined ? grouped : `${grouped}${point}${fraction}`;
}

/** Groups of four, in which people compare addresses. */
export const groupsOfFour = (text: string): string[] => text.match(/.{1,4}/gsu) ?? [];
