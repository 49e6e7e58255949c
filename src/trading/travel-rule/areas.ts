/** The members of the European Union. */
export const EU = [
  'AT',
  'BE',
  'BG',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'MT',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const;

/** The European Economic Area. */
export const EEA = [...EU, 'IS', 'LI', 'NO'] as const;

/** The same for each country. */
export const forAll = <T>(countries: readonly string[], value: T): Record<string, T> =>
  Object.fromEntries(countries.map((country) => [country, value]));
