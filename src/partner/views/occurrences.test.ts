import { assert, constantFrom, date, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { lastUntil, nextAfter, type Rhythm } from './occurrences.ts';

const daily = (time: string, timeZone: string): Rhythm => ({
  every: 'day',
  weekday: null,
  day: null,
  time,
  timeZone,
});
const next = (rhythm: Rhythm, moment: string) => nextAfter(rhythm, new Date(moment)).toISOString();

test.each([
  ['the same day', daily('07:00', 'UTC'), '2024-06-01T06:59:00Z', '2024-06-01T07:00:00.000Z'],
  ['never twice', daily('07:00', 'UTC'), '2024-06-01T07:00:00Z', '2024-06-02T07:00:00.000Z'],
  ['a place far east', daily('07:00', 'Asia/Tokyo'), '2024-06-01T21:00:00Z', '2024-06-01T22:00:00.000Z'],
  [
    'a place far west',
    daily('23:30', 'Pacific/Honolulu'),
    '2024-06-01T12:00:00Z',
    '2024-06-02T09:30:00.000Z',
  ],
  ['before summer time', daily('02:30', 'Europe/Berlin'), '2024-03-29T12:00:00Z', '2024-03-30T01:30:00.000Z'],
  [
    'a time that is left out',
    daily('02:30', 'Europe/Berlin'),
    '2024-03-30T12:00:00Z',
    '2024-03-31T01:30:00.000Z',
  ],
  [
    'a time that comes twice',
    daily('02:30', 'Europe/Berlin'),
    '2024-10-26T12:00:00Z',
    '2024-10-27T00:30:00.000Z',
  ],
  ['and not again', daily('02:30', 'Europe/Berlin'), '2024-10-27T00:30:00Z', '2024-10-28T01:30:00.000Z'],
  [
    'a weekday of the place, not of UTC',
    { ...daily('07:00', 'Asia/Tokyo'), every: 'week', weekday: 1 },
    '2024-06-01T12:00:00Z',
    '2024-06-02T22:00:00.000Z',
  ],
  [
    'a Sunday',
    { ...daily('07:00', 'UTC'), every: 'week', weekday: 7 },
    '2024-06-02T07:00:00Z',
    '2024-06-09T07:00:00.000Z',
  ],
  [
    'a day of the month',
    { ...daily('07:00', 'UTC'), every: 'month', day: 28 },
    '2024-01-28T07:00:00Z',
    '2024-02-28T07:00:00.000Z',
  ],
] satisfies [string, Rhythm, string, string][])('%s', (_name, rhythm, moment, expected) => {
  expect(next(rhythm, moment)).toBe(expected);
});

const RHYTHM = record({
  every: constantFrom('day', 'week', 'month'),
  weekday: integer({ min: 1, max: 7 }),
  day: integer({ min: 1, max: 28 }),
  minutes: integer({ min: 0, max: 24 * 60 - 1 }),
  timeZone: constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia', 'Asia/Kathmandu'),
}).map(({ minutes, ...rest }): Rhythm => {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
  return { ...rest, time: [hour, minute].map((part) => String(part).padStart(2, '0')).join(':') };
});
const MOMENT = date({
  min: new Date('2005-01-01T00:00:00Z'),
  max: new Date('2030-12-31T00:00:00Z'),
  noInvalidDate: true,
});
/** By the most that clocks are put forward. */
const MOST_MS = { day: 25, week: 7 * 24 + 1, month: 31 * 24 + 1 };

test('nothing lies between the last time and the next one, which is at most one period away', () => {
  const holds = property(RHYTHM, MOMENT, (rhythm, moment) => {
    const [last, following] = [lastUntil(rhythm, moment), nextAfter(rhythm, moment)];
    expect(last <= moment && moment < following).toBe(true);
    expect(nextAfter(rhythm, last)).toEqual(following);
    expect(lastUntil(rhythm, following)).toEqual(following);
    const hours = (following.getTime() - last.getTime()) / 3_600_000;
    // Samoa left out a day in December 2011.
    const leftOut = rhythm.timeZone === 'Pacific/Apia' ? 24 : 0;
    expect(hours).toBeLessThanOrEqual(MOST_MS[rhythm.every] + leftOut);
  });
  expect(() => assert(holds)).not.toThrow();
});

test('the clocks of the place show the time, unless they leave it out', () => {
  const holds = property(RHYTHM, MOMENT, (rhythm, moment) => {
    const following = nextAfter(rhythm, moment);
    const clock = (at: Date) =>
      at.toLocaleTimeString('en-GB', { timeZone: rhythm.timeZone, hour: '2-digit', minute: '2-digit' });
    const isPutForward = clock(following) !== clock(new Date(following.getTime() - 24 * 3_600_000));
    expect(clock(following) === rhythm.time || isPutForward).toBe(true);
  });
  expect(() => assert(holds)).not.toThrow();
});
