import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const DEFAULTS = { hidden: [], isDense: false };

it.each([
  ['{"hidden":["venue"],"isDense":true}', { hidden: ['venue'], isDense: true }],
  ['{"hidden":["venue",7]}', { hidden: ['venue'], isDense: false }],
  ['{"hidden":"venue","isDense":"yes"}', DEFAULTS],
  ['null', DEFAULTS],
  ['{', DEFAULTS],
  [undefined, DEFAULTS],
])('of %s reads what it can', (stored, settings) => {
  expect(readSettings(stored)).toEqual(settings);
});
