import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { pageLanguage } from './page-language.ts';

const KNOWN = ['de', 'en'];

it.each([
  [undefined, 'de', 'de'],
  [undefined, 'de-CH,en;q=0.8', 'de'],
  [undefined, 'en-GB, de;q=0.9', 'en'],
  [undefined, 'en;q=0.5, DE;q=0.9', 'de'],
  [undefined, 'fr, de;q=0, en;q=0.1', 'en'],
  [undefined, 'fr', 'en'],
  [undefined, undefined, 'en'],
  ['quaestor-language=de', 'en', 'de'],
  ['a=b; quaestor-language=en', 'de', 'en'],
  ['quaestor-language=xx', 'de', 'de'],
  ['quaestor-language=../secret', undefined, 'en'],
  ['my-quaestor-language=de', undefined, 'en'],
])('with the cookie %s and Accept-Language %s the page is in %s', (cookie, accepted, language) => {
  expect(pageLanguage({ cookie, 'accept-language': accepted }, KNOWN)).toBe(language);
});

it('whatever is sent, a page that exists is answered', () => {
  const holds = property(string(), string(), (cookie, accepted) =>
    KNOWN.includes(pageLanguage({ cookie, 'accept-language': accepted }, KNOWN)),
  );
  expect(() => assert(holds)).not.toThrow();
});
