import { expect, test } from 'vitest';
import { dueDay } from './due.ts';

const on = (day: string): Date => new Date(`${day}T03:00:00.000Z`);

test('a schedule is due on its day of the month or weekday, and up to three days later', () => {
  expect(dueDay('5', on('2024-06-05'))).toBe('2024-06-05');
  expect(dueDay('5', on('2024-06-08'))).toBe('2024-06-05');
  expect(dueDay('5', on('2024-06-09'))).toBeUndefined();
  expect(dueDay('5', on('2024-06-04'))).toBeUndefined();
  expect(dueDay('28', on('2024-03-03'))).toBeUndefined();
  expect(dueDay('28', on('2024-03-02'))).toBe('2024-02-28');
  expect(dueDay('monday', on('2024-06-03'))).toBe('2024-06-03');
  expect(dueDay('monday', on('2024-06-06'))).toBe('2024-06-03');
  expect(dueDay('monday', on('2024-06-07'))).toBeUndefined();
});

test('without a schedule nothing is due', () => {
  for (let day = 1; day <= 30; day += 1)
    expect(dueDay('', on(`2024-06-${String(day).padStart(2, '0')}`))).toBeUndefined();
});
