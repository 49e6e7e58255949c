import { assert, constantFrom, date, property } from 'fast-check';
import { expect, it } from 'vitest';
import { dayAt, endOfDay, startOfDay } from './days.ts';

it.each([
  ['UTC', '2026-01-31', '2026-01-31T00:00:00.000Z', '2026-01-31T23:59:59.999Z'],
  ['Asia/Kolkata', '2026-01-31', '2026-01-30T18:30:00.000Z', '2026-01-31T18:29:59.999Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
  // Its clocks went from 23:59 to 01:00.
  ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T01:59:59.999Z'],
])('in %s, %s is from %s to %s', (zone, day, start, end) => {
  expect([startOfDay(day, zone).toISOString(), endOfDay(day, zone).toISOString()]).toEqual([start, end]);
});

it('every moment is in exactly one day of its zone', () => {
  const zones = constantFrom(
    'UTC',
    'Asia/Kolkata',
    'Asia/Kathmandu',
    'Europe/Berlin',
    'America/New_York',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
  );
  const moments = date({
    min: new Date('2015-01-01T00:00:00Z'),
    max: new Date('2035-01-01T00:00:00Z'),
    noInvalidDate: true,
  });
  const holds = property(zones, moments, (zone, moment) => {
    const day = dayAt(moment, zone);
    const [start, end] = [startOfDay(day, zone), endOfDay(day, zone)];
    expect(start <= moment && moment <= end).toBe(true);
    expect(dayAt(start, zone)).toBe(day);
    expect(dayAt(end, zone)).toBe(day);
    expect(dayAt(new Date(start.getTime() - 1), zone) < day).toBe(true);
  });
  expect(() => assert(holds)).not.toThrow();
});
