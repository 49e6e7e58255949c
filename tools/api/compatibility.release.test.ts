import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readReleased } from '../../src/testing/released.ts';
import { findBreaks } from './compatibility.ts';

/** Changes that look like breaks and are none; each says why. */
const HARMLESS: readonly RegExp[] = [
  // A query is text: what was sent before is taken as before.
  /^GET \S+ query \S+ is now number instead of string$/,
];

const parse = (text: string) => JSON.parse(text) as Parameters<typeof findBreaks>[0];

test.each(['trading', 'partner'])('programs for the last release work with the %s service', (service) => {
  const path = `docs/openapi/${service}.json`;
  const breaks = findBreaks(parse(readReleased(path)), parse(readFileSync(path, 'utf8')));
  expect(breaks.filter((found) => !HARMLESS.some((pattern) => pattern.test(found)))).toEqual([]);
});
