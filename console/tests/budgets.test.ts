import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const KB = 1_000;
const ENTRY = 150 * KB;
const FIRST_ROUTE = 250 * KB;
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

const entryOf = (face: string): string =>
  /src="\/console\/assets\/([\w.-]+\.js)"/.exec(readFileSync(join(DIST, face, 'index.html'), 'utf8'))?.[1] ??
  '';
const gzipped = (face: string, names: Iterable<string>): number =>
  sum(Array.from(names, (name) => sizeOf(face, name)));
const filesOf = (face: string, ending: string): string[] =>
  readdirSync(join(DIST, face, 'assets')).filter((name) => name.endsWith(ending));

it.each(['trading', 'partner'])('the entry of the %s face is small', (face) => {
  expect(gzipped(face, closure(face, entryOf(face)))).toBeLessThanOrEqual(ENTRY);
});

const SCREENS = /^(home|overview|market|explorer|days|day|order|credited|progress|detail|create|list)-/;

it.each(['trading', 'partner'])('every first screen of the %s face with its frame is small', (face) => {
  const frame = filesOf(face, '.js').find((name) => name.startsWith('frame-')) ?? '';
  const first = closure(face, frame, closure(face, entryOf(face)));
  const screens = filesOf(face, '.js').filter((name) => SCREENS.test(name));
  expect(screens.length).toBeGreaterThan(4);
  const sizes = screens.map((screen) => gzipped(face, closure(face, screen, new Set(first))));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(FIRST_ROUTE);
});

it.each(['trading', 'partner'])('no lazy chunk of the %s face is large', (face) => {
  const sizes = filesOf(face, '.js').map((name) => sizeOf(face, name));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(LAZY);
});

it.each(['trading', 'partner'])('the styles of the first page of the %s face are small', (face) => {
  const page = readFileSync(join(DIST, face, 'index.html'), 'utf8');
  const styles = [...page.matchAll(/href="\/console\/assets\/([\w.-]+\.css)"/g)].map(([, name = '']) => name);
  expect(styles.length).toBeGreaterThan(0);
  expect(gzipped(face, styles)).toBeLessThanOrEqual(STYLES);
});
