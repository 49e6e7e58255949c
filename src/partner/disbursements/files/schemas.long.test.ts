import * as fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { makeFolder, removeFolder } from '../../../testing/folder.ts';
import { openSchemas } from '../testing/schemas.ts';
import { profileOf, type Bank } from './bank.ts';
import { lineOf } from './lines.ts';
import { pain001 } from './pain001.ts';

const folder = makeFolder();
afterAll(() => removeFolder(folder));
const schemas = openSchemas(folder);

const FIRM: Omit<Bank, 'format'> = { code: 'main', name: 'Firm & Söhne', iban: 'DE75512108001245126199' };
const letters = (from: number, to: number) =>
  fc.integer({ min: from, max: to }).map((code) => String.fromCodePoint(code));
const name = fc
  .array(fc.oneof(letters(0x21, 0x17f), letters(0x391, 0x3c9), letters(0x410, 0x45f)), {
    minLength: 1,
    maxLength: 20,
  })
  .map((all) => `A${all.join('')}`);

const line = fc.record({
  number: fc.integer({ min: 1, max: 999_999_999 }),
  account_id: name,
  currency: fc.constant('EUR'),
  amount: fc
    .integer({ min: 1, max: 99_999_999_999 })
    .map((cents) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`),
  details: fc.record(
    {
      name,
      iban: fc.constantFrom(
        'DE89370400440532013000',
        'FR1420041010050500013M02606',
        'GR1601101250000000012300695',
      ),
      bic: fc.constantFrom('COBADEFFXXX', 'SOGEDEFF'),
      address: fc.record(
        {
          street: name,
          building: fc.constant('12b'),
          postcode: fc.constant('1100-053'),
          town: name,
          country: fc.constant('PT'),
        },
        { requiredKeys: ['town', 'country'] },
      ),
    },
    { requiredKeys: ['name', 'iban'] },
  ),
});

const bank = fc.record(
  {
    bic: fc.constant('SOGEDEFF'),
    initiatorId: fc.constant('CONTRACT-7'),
    batchBooking: fc.boolean(),
    instructionId: fc.boolean(),
  },
  { requiredKeys: [] },
);

const SEALING = {
  messageId: 'F000000007-20240603110000',
  at: new Date('2024-06-03T11:00:00Z'),
  executionDate: '2024-06-04',
};

function fileOf(given: Bank, lines: Parameters<typeof lineOf>[0][]): string {
  const bank = profileOf(given);
  const head = pain001.head(bank, { ...SEALING, total: '1.00', count: lines.length });
  return head + lines.map((each) => pain001.line(bank, SEALING, lineOf(each))).join('') + pain001.tail;
}

const PROFILES = [
  ['of ISO for version 03', 'iso 03', { format: 'pain.001.001.03' }],
  ['of German banks for version 03', 'german 03', { format: 'pain.001.001.03' }],
  ['of ISO for version 09', 'iso 09', { format: 'pain.001.001.09', address: 'structured' }],
  ['of ISO for version 09 without BIC', 'iso 09', { format: 'pain.001.001.09', withoutBic: 'NOTPROVIDED' }],
] as const;

describe.skipIf(schemas === undefined)('random files are valid by the schema', () => {
  test.each(PROFILES)('%s', (_what, schema, profile) => {
    fc.assert(
      fc.property(bank, fc.array(line, { minLength: 1, maxLength: 20 }), (further, lines) => {
        expect(schemas?.validate(schema, fileOf({ ...FIRM, ...profile, ...further }, lines))).toBe('');
      }),
      { numRuns: 40 },
    );
  });

  test('and what banks refuse is found: an order, an address of the other version, a character', () => {
    const details = { name: 'A', iban: 'DE89370400440532013000', address: { town: 'Lisboa', country: 'PT' } };
    const lines = [{ number: 1, account_id: '7', currency: 'EUR', amount: '1.00', details }];
    const three = fileOf({ ...FIRM, format: 'pain.001.001.03' }, lines);
    const swapped = three
      .replace('<PmtMtd>TRF</PmtMtd>', '')
      .replace('<PmtInfId>', '<PmtMtd>TRF</PmtMtd><PmtInfId>');
    const underscore = three.replaceAll('D000000001', 'D_00000001');
    const nine = fileOf({ ...FIRM, format: 'pain.001.001.09', address: 'structured' }, lines);
    const structured = nine.replaceAll('001.09', '001.03');
    for (const wrong of [swapped, underscore, structured])
      expect(schemas?.validate('german 03', wrong)).not.toBe('');
  });
});

describe.skipIf(schemas === undefined)(
  'the JDK takes random files for valid and reads what they pay, by the schema',
  () => {
    test.each(PROFILES)('%s', (_what, schema, profile) => {
      const given = fc.sample(fc.tuple(bank, fc.array(line, { minLength: 1, maxLength: 20 })), 15);
      const documents = given.map(([further, lines]) => fileOf({ ...FIRM, ...profile, ...further }, lines));
      const expected = given.flatMap(([, lines]) => [
        [SEALING.messageId, String(lines.length), '1.00'],
        ...lines.map(lineOf).map(({ id, amount, name, iban }) => [id, amount, 'EUR', name, iban]),
      ]);
      expect(schemas?.readBack(schema, documents)).toEqual(expected);
    });
  },
);
