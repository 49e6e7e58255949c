import { expect, test } from 'vitest';
import { profileOf, type Bank } from './bank.ts';
import { lineOf } from './lines.ts';
import { pain001 } from './pain001.ts';

const BANKS: Readonly<Record<string, Bank>> = {
  'plain-03': { code: 'a', format: 'pain.001.001.03', name: 'Firm Ltd', iban: 'DE75512108001245126199' },
  'plain-09': { code: 'b', format: 'pain.001.001.09', name: 'Firm Ltd', iban: 'DE75512108001245126199' },
  'demanding-03': {
    code: 'c',
    format: 'pain.001.001.03',
    name: 'Firm & Söhne',
    iban: 'DE75512108001245126199',
    bic: 'SOGEDEFF',
    initiatorId: 'CONTRACT-7',
    withoutBic: 'NOTPROVIDED',
    batchBooking: true,
    instructionId: false,
  },
  'demanding-09': {
    code: 'd',
    format: 'pain.001.001.09',
    name: 'Firm & Söhne',
    iban: 'DE75512108001245126199',
    bic: 'SOGEDEFF',
    initiatorId: 'CONTRACT-7',
    withoutBic: 'NOTPROVIDED',
    address: 'structured',
    batchBooking: true,
    instructionId: false,
  },
};

const SEALING = {
  messageId: 'F000000007-20240603110000',
  at: new Date('2024-06-03T11:00:00Z'),
  executionDate: '2024-06-04',
};

const LINES = [
  {
    number: 123,
    account_id: '700100',
    currency: 'EUR',
    amount: '120.505',
    details: {
      name: 'José Müller',
      iban: 'DE89370400440532013000',
      bic: 'COBADEFFXXX',
      address: { street: 'Hauptstraße', building: '12b', postcode: '50667', town: 'Köln', country: 'DE' },
    },
  },
  {
    number: 124,
    account_id: '700101',
    currency: 'EUR',
    amount: '7',
    details: {
      name: 'Γεωργία Παπαδοπούλου',
      iban: 'GR1601101250000000012300695',
      address: { town: 'Αθήνα', country: 'GR' },
    },
  },
];

test.each(Object.keys(BANKS))('the bytes of a file stay the same for the bank profile %s', async (name) => {
  const bank = profileOf(BANKS[name] ?? { code: '', format: 'csv', name: '', iban: '' });
  const head = pain001.head(bank, { ...SEALING, total: '127.50', count: LINES.length });
  const file = head + LINES.map((each) => pain001.line(bank, SEALING, lineOf(each))).join('') + pain001.tail;
  await expect(file).toMatchFileSnapshot(`../testing/golden/${name}.xml`);
});
