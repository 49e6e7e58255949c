import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/database.ts';

const database = await createTestDatabase({ empty: true });

const text = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'));

it.each<[string, fc.Arbitrary<unknown>]>([
  ['text', text],
  ['uuid', fc.uuid()],
  ['integer', fc.integer()],
  ['bigint', fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)],
  ['numeric', fc.integer().map(String)],
])('an array of %s comes back as it was sent, nulls and all', async (type, element) => {
  const arrays = fc.array(fc.option(element), { maxLength: 8 });
  await database.session((sql) =>
    fc.assert(
      fc.asyncProperty(arrays, async (sent) => {
        const [row] = await sql.unsafe(`select $1::${type}[] as got`, [sent as never]);
        expect(row?.['got']).toEqual(sent);
      }),
      { numRuns: 50 },
    ),
  );
});
