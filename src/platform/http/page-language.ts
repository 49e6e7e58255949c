import type { IncomingHttpHeaders } from 'node:http';
import { parseCookie } from 'cookie';

/** Set by the console to what the person has chosen, so that the first page is already in this language. */
const COOKIE = 'quaestor-language';
const USUAL = 'en';

/** The language of a page: what the person has chosen, or else what the browser asks for, of those there are. */
export function pageLanguage(
  { cookie = '', 'accept-language': accepted = '' }: IncomingHttpHeaders,
  known: readonly string[],
): string {
  const wanted = [parseCookie(cookie)[COOKIE] ?? '', ...preferred(accepted)];
  return wanted.find((language) => known.includes(language)) ?? USUAL;
}

/** `de-CH, en;q=0.8` → `de`, `en`: the languages of the header without their regions, the most wanted first. */
const preferred = (header: string): string[] =>
  header
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((each) => each.trim().toLowerCase());
      const quality = parameters.find((each) => each.startsWith('q='))?.slice(2) ?? '1';
      return { language: range.split('-')[0] ?? '', quality: Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((one, other) => other.quality - one.quality)
    .map(({ language }) => language);
