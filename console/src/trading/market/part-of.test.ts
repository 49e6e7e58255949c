import { expect, it } from 'vitest';
import { partOf } from './part-of.ts';

const bookOf = (type: 'FIRM' | 'INDICATIVE', venue = 'aurora') => [{ venue, type }] as const;

it.each([
  [{ live: false, trading: 'live' }, bookOf('FIRM'), 'away'],
  [{ live: false, trading: 'live' }, undefined, 'away'],
  [{ live: true, trading: 'live' }, undefined, 'unknown'],
  [{ live: true, trading: 'live' }, [], 'unlisted'],
  [{ live: true, trading: 'live' }, bookOf('FIRM', 'borealis'), 'unlisted'],
  [{ live: true, trading: 'live' }, bookOf('FIRM'), 'present'],
  [{ live: true, trading: 'live' }, bookOf('INDICATIVE'), 'stale'],
  [{ live: true, trading: 'off' }, bookOf('INDICATIVE'), 'present'],
] as const)('of the venue %o with the books %o is %s', (venue, books, part) => {
  expect(partOf({ code: 'aurora', ...venue }, books)).toBe(part);
});
