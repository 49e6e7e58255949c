import { afterEach, describe, expect, it } from 'vitest';
import { formatClock, formatDay, formatDayOf, formatTick, formatTime } from './format.ts';
import { personZone, setPersonZone } from './zone.ts';

afterEach(() => setPersonZone(null));

describe('a time', () => {
  it.each([
    [null, '2026-01-31T23:05:00Z', '31 Jan 2026, 23:05:00 UTC'],
    ['Asia/Kolkata', '2026-01-31T23:05:00Z', '1 Feb 2026, 04:35:00 UTC+5:30'],
    ['America/New_York', '2026-01-31T02:05:00Z', '30 Jan 2026, 21:05:00 UTC−5'],
    ['Europe/London', '2026-01-31T02:05:00Z', '31 Jan 2026, 02:05:00 UTC'],
    // Clocks show this hour twice.
    ['Europe/Berlin', '2026-10-25T00:30:00Z', '25 Oct 2026, 02:30:00 UTC+2'],
    ['Europe/Berlin', '2026-10-25T01:30:00Z', '25 Oct 2026, 02:30:00 UTC+1'],
    ['Europe/Berlin', '2026-03-29T00:59:59Z', '29 Mar 2026, 01:59:59 UTC+1'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', '29 Mar 2026, 03:00:00 UTC+2'],
  ])('in the zone %s, %s is %s', (zone, iso, shown) => {
    setPersonZone(zone);
    expect(formatTime(iso)).toBe(shown);
    expect(shown).toContain(formatDayOf(iso));
    expect(shown.endsWith(formatClock(iso))).toBe(true);
  });

  it('in a zone that this browser does not know is shown in UTC', () => {
    setPersonZone('Mars/Olympus');
    expect(personZone()).toBe('UTC');
  });
});

it.each([
  [null, '2026-03-02T09:30:00Z', '09:30'],
  [null, '2026-03-02T00:00:00Z', '2 Mar'],
  ['Asia/Kolkata', '2026-03-01T18:30:00Z', '2 Mar'],
])('below a chart in the zone %s, %s is %s', (zone, iso, shown) => {
  setPersonZone(zone);
  expect(formatTick(Date.parse(iso) / 1000)).toBe(shown);
});

it('a day of the program is the same in every zone', () => {
  setPersonZone('America/New_York');
  expect(formatDay('2026-01-31')).toBe('31 Jan 2026');
});
