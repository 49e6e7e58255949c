import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const KB = 1_000;
const ENTRY = 150 * KB;
/** A hint: no text or form is split for it. */
const FIRST_ROUTE = 270 * KB;
const LAZY = 140 * KB;
const STYLES = 40 * KB;

const DIST = join(import.meta.dirname, '../dist');
const sizeOf = (face: string, name: string): number =>
  statSync(join(DIST, face, 'assets', `${name}.gz`)).size;
const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0);

/** The script and everything that it imports before it can run. */
function closure(face: string, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const text = readFileSync(join(DIST, face, 'assets', name), 'utf8');
  for (const [, next = ''] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) {
    closure(face, next, seen);
  }
  return seen;
}

const pageOf = (face: string, language: string): string =>
  readFileSync(join(DIST, face, `index.${language}.html`), 'utf8');
const entryOf = (face: string, language: string): string =>
  /src="\/console\/assets\/([\w.-]+\.js)"/.exec(pageOf(face, language))?.[1] ?? '';
const gzipped = (face: string, names: Iterable<string>): number =>
  sum(Array.from(names, (name) => sizeOf(face, name)));

/** Every script that a page of the language can load. */
function scriptsOf(face: string, language: string): string[] {
  const known = new Set(readdirSync(join(DIST, face, 'assets')));
  const found = new Set([entryOf(face, language)]);
  for (const name of found) {
    const text = readFileSync(join(DIST, face, 'assets', name), 'utf8');
    for (const [next] of text.matchAll(/[\w.-]+\.js/g)) if (known.has(next)) found.add(next);
  }
  return [...found];
}

const PAGES = ['trading', 'partner'].flatMap((face) =>
  ['en', 'de'].map((language) => [face, language] as const),
);

it.each(PAGES)('the entry of the %s face in %s is small', (face, language) => {
  expect(gzipped(face, closure(face, entryOf(face, language)))).toBeLessThanOrEqual(ENTRY);
});

it.each(['trading', 'partner'])(
  'readers of one language of the %s face load no text of the other',
  (face) => {
    const textOf = (language: string) =>
      scriptsOf(face, language)
        .map((name) => readFileSync(join(DIST, face, 'assets', name), 'utf8'))
        .join('\n');
    const [english, german] = [textOf('en'), textOf('de')];
    for (const [text, other] of [
      [german, english],
      [english, german],
    ] as const) {
      const own = text === german ? 'Passwort ändern' : 'Change the password';
      expect(text).toContain(own);
      expect(other).not.toContain(own);
    }
  },
);

const SCREENS = /^(home|overview|market|explorer|days|day|order|credited|progress|detail|create|list)-/;

/** The largest first screen with its frame. */
function largestOf(face: string, language: string): number {
  const scripts = scriptsOf(face, language);
  const frame = scripts.find((name) => name.startsWith('frame-')) ?? '';
  const first = closure(face, frame, closure(face, entryOf(face, language)));
  const screens = scripts.filter((name) => SCREENS.test(name));
  expect(screens.length).toBeGreaterThan(4);
  return Math.max(...screens.map((screen) => gzipped(face, closure(face, screen, new Set(first)))));
}

it.each(['trading', 'partner'])('every first screen of the %s face with its frame is small', (face) => {
  expect(largestOf(face, 'en')).toBeLessThanOrEqual(FIRST_ROUTE);
});

it.each(['trading', 'partner'])(
  'readers of German load little more of the %s face than of English',
  (face) => {
    expect(largestOf(face, 'de')).toBeLessThanOrEqual(largestOf(face, 'en') * 1.05);
  },
);

it.each(PAGES)('no lazy chunk of the %s face in %s is large', (face, language) => {
  const sizes = scriptsOf(face, language).map((name) => sizeOf(face, name));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(LAZY);
});

it.each(PAGES)('the styles of the first page of the %s face in %s are small', (face, language) => {
  const styles = [...pageOf(face, language).matchAll(/href="\/console\/assets\/([\w.-]+\.css)"/g)].map(
    ([, name = '']) => name,
  );
  expect(styles.length).toBeGreaterThan(0);
  expect(gzipped(face, styles)).toBeLessThanOrEqual(STYLES);
});
