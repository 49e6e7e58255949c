import { describe, expect, test } from 'vitest';
import { compose, confirmNotice, DETAILS, LANGUAGES } from '../platform/notices/index.ts';
import type { Facts } from '../partner/facts/handle/index.ts';
import { viewNotice } from '../partner/views/index.ts';
import { invitationNotice } from '../platform/auth/index.ts';
import { noticeKinds } from './notices.ts';

const KINDS = [...noticeKinds, confirmNotice, invitationNotice(undefined), viewNotice({} as Facts)];

/** Facts that name no person, place or amount. */
const HARMLESS = new Set(['until', 'rows']);

const factsOf = (template: string) => [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
const marker = (name: string) => `marked-${name}`;

describe.each(KINDS.map((kind) => [kind.name, kind] as const))('%s', (_name, { texts }) => {
  const facts = Object.fromEntries(
    LANGUAGES.flatMap((language) => factsOf(texts[language].full + texts[language].short)).map((name) => [
      name,
      marker(name),
    ]),
  );

  test.each(LANGUAGES)('says no more than the setting allows, in each of its bodies: %s', (language) => {
    for (const detail of DETAILS) {
      const message = compose(
        { text: texts[language], facts, link: 'https://q.example/x' },
        detail,
        language,
      );
      const found = [message.title, message.body ?? '', message.text, message.html].map((part) =>
        Object.keys(facts).filter((name) => part.includes(marker(name))),
      );
      const [title, ...bodies] = found;
      expect(title).toEqual([]);
      const isFull = detail === 'full';
      const wanted = isFull ? factsOf(texts[language].full) : [];
      const isAllowed = (name: string) => detail === 'short' && HARMLESS.has(name);
      for (const body of bodies)
        expect(new Set(body.filter((name) => !isAllowed(name)))).toEqual(new Set(wanted));
    }
  });

  test('says the same in every language', () => {
    const inEnglish = new Set(factsOf(texts.en.full));
    for (const language of LANGUAGES) {
      expect(new Set(factsOf(texts[language].full))).toEqual(inEnglish);
      expect(factsOf(texts[language].title)).toEqual([]);
    }
  });
});
