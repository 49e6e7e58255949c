import { LANGUAGE } from './language.ts';

const NAMES = new Intl.DisplayNames(LANGUAGE, { type: 'region', fallback: 'code' });

/** `PT` → `Portugal`. What is no code of a country stays as it is. */
export const countryName = (code: string): string =>
  /^[A-Z]{2}$/.test(code) ? (NAMES.of(code) ?? code) : code;

/** The name of a country, with its code on hover. */
export const Country = ({ code }: { code: string }) => <span title={code}>{countryName(code)}</span>;
