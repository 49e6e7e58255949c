import type { Page } from 'playwright-core';

type Catalogues = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const ENGLISH: Catalogues = import.meta.glob('../../src/**/*texts.ts', { eager: true });
const GERMAN: Catalogues = import.meta.glob('../../src/**/*texts.de.ts', { eager: true });

/** Every text of the catalogues that has no value in it. */
const textsOf = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value.trim()]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : [];

const german = new Set(textsOf(GERMAN));
const english = new Set(textsOf(ENGLISH).filter((text) => /[a-z]{2}/i.test(text) && !german.has(text)));

/** The texts of the screen, also those that are only read aloud, that are of the English catalogues. */
export async function englishLeft(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [document.title.replace(/ · Quaestor$/, '')];
    while (walker.nextNode()) found.push(walker.currentNode.textContent ?? '');
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      for (const element of document.querySelectorAll(`[${name}]`)) {
        found.push(element.getAttribute(name) ?? '');
      }
    }
    return found;
  });
  return [...new Set(shown.map((text) => text.trim()).filter((text) => english.has(text)))];
}
