import {
  array,
  assert,
  asyncProperty,
  bigInt,
  date,
  integer,
  option,
  string,
  uuid,
  type Arbitrary,
} from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';

const { db } = await createTestDatabase({ empty: true });

async function echo(type: string, value: unknown): Promise<unknown> {
  const { rows } = await sql<{ got: unknown }>`select ${value}::${sql.raw(type)} as got`.execute(db);
  return rows[0]?.got;
}

test.each<[string, Arbitrary<unknown>]>([
  ['text[]', string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'))],
  ['int[]', integer()],
  ['bigint[]', bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)],
  ['numeric[]', bigInt({ min: -(10n ** 40n), max: 10n ** 40n }).map((digits) => `${digits}.10`)],
  ['date[]', date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true }).map(dayOf)],
  ['uuid[]', uuid()],
])('%s comes back as it was sent, with its nulls', async (type, element) => {
  const arrays = array(option(element), { maxLength: 8 });
  await assert(
    asyncProperty(arrays, async (sent) => {
      expect(await echo(type, sent)).toEqual(sent);
    }),
    { numRuns: 50 },
  );
});

function dayOf(day: Date): string {
  return day.toISOString().slice(0, 10);
}

test.each([
  ['numeric', '12345678901234567890.12345678901234567890'],
  ['numeric', '0.10'],
  ['bigint', '9223372036854775807'],
  ['boolean', true],
  ['jsonb', { list: [1, 'two', null] }],
  ['bytea', Buffer.from([0, 255, 34, 92])],
  ['timestamptz', new Date('2024-02-29T23:59:59.999Z')],
  ['timestamptz', new Date('1883-11-18T12:00:00.000Z')],
])('%s %s comes back as it was sent', async (type, value) => {
  expect(await echo(type, value)).toEqual(value);
});

test('a date is midnight in UTC, whatever the time zone of the process', async () => {
  expect(await echo('date', '2024-05-01')).toEqual(new Date('2024-05-01T00:00:00Z'));
});
