import { expect, it } from 'vitest';
import { partOf } from './part-of.ts';

it.each([
  [{ live: false, trading: 'live' }, { type: 'FIRM' }, 'away'],
  [{ live: true, trading: 'live' }, undefined, 'unlisted'],
  [{ live: true, trading: 'live' }, { type: 'FIRM' }, 'present'],
  [{ live: true, trading: 'live' }, { type: 'INDICATIVE' }, 'stale'],
  [{ live: true, trading: 'off' }, { type: 'INDICATIVE' }, 'present'],
] as const)('of the venue %o with the book %o is %s', (venue, book, part) => {
  expect(partOf(venue, book)).toBe(part);
});
