import { expect, test } from 'vitest';
import { afterQuiet } from './quiet.ts';

test.each([
  ['before them', '2026-01-10T20:59:00Z', '2026-01-10T20:59:00Z'],
  ['at their first minute', '2026-01-10T21:00:30Z', '2026-01-11T06:00:00Z'],
  ['after midnight', '2026-01-11T02:15:00Z', '2026-01-11T06:00:00Z'],
  ['at their end', '2026-01-11T06:00:00Z', '2026-01-11T06:00:00Z'],
  ['in the night in which summer time begins', '2026-03-28T22:00:00Z', '2026-03-29T05:00:00Z'],
  ['in the night in which it ends', '2026-10-24T21:00:00Z', '2026-10-25T06:00:00Z'],
])('quiet hours from 22:00 to 07:00 in Berlin, %s', (_when, now, sent) => {
  const quiet = { from: '22:00', until: '07:00', timeZone: 'Europe/Berlin' };
  expect(afterQuiet(new Date(now), quiet)).toEqual(new Date(sent));
});
