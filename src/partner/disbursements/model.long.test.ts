import { afterAll, describe, expect, test } from 'vitest';
import { makeFolder, removeFolder } from '../../testing/folder.ts';
import { STATUSES } from './schema.ts';
import { checkRandomDisbursements } from './testing/model.ts';
import { openSchemas } from './testing/schemas.ts';

const MOST_ROUNDS = 5;
const folder = makeFolder();
afterAll(() => removeFolder(folder));
const schemas = openSchemas(folder);
const fetched: Awaited<ReturnType<typeof checkRandomDisbursements>>['fetched'][number][] = [];

test('random histories with lost connections leave the books of an independent model after every step', async () => {
  const seen = new Set<string>();
  let cut = 0;
  // Few random histories may leave out a status.
  for (let round = 0; round < MOST_ROUNDS && (cut <= 10 || seen.size < STATUSES.length); round++) {
    const reached = await checkRandomDisbursements(12, 60);
    for (const status of reached.statuses) seen.add(status);
    fetched.push(...reached.fetched);
    cut += reached.lost;
  }
  expect([...seen].toSorted()).toEqual(STATUSES.toSorted());
  expect(cut).toBeGreaterThan(10);
}, 900_000);

describe.skipIf(schemas === undefined)('the files of these histories', () => {
  test('are valid by the schema of ISO, and the JDK reads in them what the model wants paid', () => {
    const read = schemas?.readBack(
      'iso 09',
      fetched.map(({ text }) => text),
    );
    expect(read?.map((line) => (line.length === 3 ? line : line.slice(0, 2)))).toEqual(
      fetched.flatMap(({ head, payments }) => [head, ...payments]),
    );
    expect(fetched.length).toBeGreaterThan(10);
  });
});
