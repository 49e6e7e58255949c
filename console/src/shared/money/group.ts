/** Groups the digits of an exact decimal for reading. No digit is lost, added or rounded. */
export function groupDigits(decimal: string): string {
  const [whole = '', fraction] = decimal.split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Groups of four, in which people compare addresses. */
export const groupsOfFour = (text: string): string[] => text.match(/.{1,4}/gsu) ?? [];
