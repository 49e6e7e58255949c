import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';
import { partOf } from './index.ts';

const [one, other] = [await createTestDatabase({ empty: true }), await createTestDatabase({ empty: true })];

test('each open database has its own part of each kind, made once', () => {
  const made: unknown[] = [];
  const make = (): object => {
    made.push({});
    return { number: made.length };
  };
  expect(partOf(one.db, make)).toEqual({ number: 1 });
  expect(partOf(other.db, make)).toEqual({ number: 2 });
  expect(partOf(one.db, make)).toBe(partOf(one.db, make));
  expect(partOf(one.db, () => 'another')).toBe('another');
  expect(made).toHaveLength(2);
});

test('a transaction has no parts, which would outlive it', async () => {
  await one.db.transaction().execute(async (tx) => {
    expect(() => partOf(tx, () => 1)).toThrow('not a transaction');
  });
});
