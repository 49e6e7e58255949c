import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { findProgram } from '../../../testing/program.ts';
import { documentPdf } from './pdf.ts';
import type { Document } from './schema.ts';

const NOTE: Document = {
  number: 'SB-2024-000018',
  kind: 'credit_note',
  type_code: '261',
  issued_on: '2024-06-04',
  issuer: { name: 'Firm Ltd', address: '1 Main Street, Dublin, Ireland', vat_id: 'IE6388047V' },
  partner: {
    partner_uid: 'P1001',
    name: 'Łukasz Müller Ελλάς',
    kind: 'company',
    address: { street: 'Rua Augusta', building: '12', postcode: '1100-053', town: 'Lisboa', country: 'PT' },
    vat_id: 'PT501234560',
  },
  account_id: '700100',
  disbursement_number: 123,
  corrects: { number: 'SB-2024-000017', issued_on: '2024-06-03' },
  reason: 'AC04: the account is closed',
  service: 'Referral of clients',
  period_from: '2024-05-01',
  period_to: '2024-06-03',
  currency: 'EUR',
  net: '1234567.50',
  treatment: 'configured',
  vat_rate: '19.5',
  vat: '240740.66',
  total: '1475308.16',
  note: 'Reverse charge',
  agreement: { text_sha256: '0'.repeat(64), accepted_at: '2024-05-01T00:00:00.000Z' },
};

test('a document on paper has all that the law asks for, and is the same every time', async () => {
  const bytes = await documentPdf(NOTE);
  expect(await documentPdf(NOTE)).toEqual(bytes);
  const pdftotext = findProgram(['pdftotext'], 'poppler-utils');
  const text = execFileSync(pdftotext, ['-layout', '-', '-'], { input: bytes, encoding: 'utf8' });
  const words = text.replaceAll(/\s+/g, ' ');
  for (const part of [
    'Self-billing credit note',
    'SB-2024-000018',
    'Issued on 2024-06-04',
    'SB-2024-000017 of 2024-06-03',
    'AC04: the account is closed',
    'Lukasz Müller Ellas, Rua Augusta 12, 1100-053 Lisboa, PT',
    'PT501234560',
    'Firm Ltd, 1 Main Street, Dublin, Ireland',
    'IE6388047V',
    '2024-05-01 to 2024-06-03',
    '123, account 700100',
    'Referral of clients 1,234,567.50 19.5 % 240,740.66 1,475,308.16',
    'Reverse charge',
    'Self-billing: issued by the customer in the name of the supplier.',
  ])
    expect(words).toContain(part);
});
