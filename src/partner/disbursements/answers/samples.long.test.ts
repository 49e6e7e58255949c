import { afterAll, expect, test } from 'vitest';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';
import { openSchemas } from '../testing/schemas.ts';
import { readAnswer } from './read.ts';

const folder = makeFolder();
afterAll(() => removeFolder(folder));
const schemas = openSchemas(folder);

test.skipIf(schemas === undefined)('notifications of bookings that others have written are read', () => {
  const { 'camt.054.001.01.xml': first, ...others } = Object.fromEntries(schemas?.notifications ?? []);
  expect(Object.keys(others)).toHaveLength(3);
  for (const content of Object.values(others)) {
    expect(readAnswer(content)).toEqual([
      expect.objectContaining({
        kind: 'booking',
        currency: 'SEK',
        isDebit: false,
        isReturn: false,
        lineId: 'MUELL/FINP/RA12345',
      }),
    ]);
  }
  // Of 2007, with other elements.
  expect(() => readAnswer(first ?? Buffer.of())).toThrow('neither a pain.002 nor a camt.053 or camt.054');
});
