import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterQuiet, type QuietHours } from './quiet.ts';

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

test.each([
  ['end in the hour that is skipped', '22:00', '02:30', '2026-03-28T22:00:00Z', '2026-03-29T01:00:00Z'],
  ['end when it begins', '22:00', '02:00', '2026-03-28T22:00:00Z', '2026-03-29T01:00:00Z'],
  ['end when it is over', '22:00', '03:00', '2026-03-28T22:00:00Z', '2026-03-29T01:00:00Z'],
  ['begin in it', '02:30', '07:00', '2026-03-29T01:00:00Z', '2026-03-29T05:00:00Z'],
  ['are in it', '02:10', '02:50', '2026-03-29T01:00:00Z', '2026-03-29T01:00:00Z'],
  ['end in the hour that comes twice', '22:00', '02:30', '2026-10-24T22:00:00Z', '2026-10-25T00:30:00Z'],
])('quiet hours in Berlin that %s end once', (_what, from, until, now, sent) => {
  expect(afterQuiet(new Date(now), { from, until, timeZone: 'Europe/Berlin' })).toEqual(new Date(sent));
});

/** Looks at one minute after the other. */
function firstLoudMinute(now: Date, { from, until, timeZone }: QuietHours): Date {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' });
  const isQuiet = (at: Date) => {
    const time = format.format(at);
    return from < until ? from <= time && time < until : from <= time || time < until;
  };
  if (!isQuiet(now)) return now;
  let at = new Date(Math.floor(now.getTime() / 60_000) * 60_000);
  while (isQuiet(at)) at = new Date(at.getTime() + 60_000);
  return at;
}

test('quiet hours end at the first minute that is not in them, also when the clocks are changed', () => {
  const time = fc
    .integer({ min: 0, max: 24 * 12 - 1 })
    .map((n) => `${String(Math.floor(n / 12)).padStart(2, '0')}:${String((n % 12) * 5).padStart(2, '0')}`);
  // In the days around a change, among them one of half an hour.
  const change = fc.constantFrom(
    ...(
      [
        ['Europe/Berlin', '2026-03-29T01:00:00Z'],
        ['Europe/Berlin', '2026-10-25T01:00:00Z'],
        ['America/New_York', '2026-03-08T07:00:00Z'],
        ['Australia/Lord_Howe', '2026-04-04T15:00:00Z'],
        ['Australia/Lord_Howe', '2026-10-03T15:30:00Z'],
      ] as const
    ).map(([timeZone, at]) => ({ timeZone, at: Date.parse(at) })),
  );
  const seconds = fc.integer({ min: -30 * 3600, max: 6 * 3600 });
  fc.assert(
    fc.property(change, seconds, time, time, ({ timeZone, at }, offset, from, until) => {
      fc.pre(from !== until);
      const [now, quiet] = [new Date(at + offset * 1000), { from, until, timeZone }];
      expect(afterQuiet(now, quiet)).toEqual(firstLoudMinute(now, quiet));
    }),
    { numRuns: 300 },
  );
});
