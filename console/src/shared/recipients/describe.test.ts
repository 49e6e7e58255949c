import { expect, it } from 'vitest';
import { describeRecipient } from './describe.ts';

it('an own wallet is said in two sentences', () => {
  expect(describeRecipient({ relation: 'OWN', wallet: { kind: 'SELF_HOSTED' }, declared: true })).toEqual([
    'It is ours: the holder of the account itself.',
    'The recipient holds the keys of the wallet.',
  ]);
});

it('everything that is known of somebody is said, with names of countries and in every script', () => {
  expect(
    describeRecipient({
      relation: 'THIRD_PARTY',
      party: {
        kind: 'NATURAL',
        firstName: 'Tarō',
        lastName: 'Yamada',
        localName: '山田太郎',
        phoneticName: 'ヤマダタロウ',
        birthDate: '1985-12-10',
        birthPlace: 'Kyoto',
        document: { type: 'PASSPORT', number: 'C01X00T47', issuedBy: 'JP', expires: '2031-05-31' },
      },
      address: {
        country: 'JP',
        city: 'Kyoto',
        street: 'Karasuma-dori',
        building: '12',
        postalCode: '604-8152',
      },
      wallet: { kind: 'HOSTED', provider: { name: 'Kitakaze Coin', country: 'JP' } },
      purpose: { code: 'SERVICES', text: 'Invoice 4711' },
    }),
  ).toEqual([
    'Tarō Yamada (山田太郎, ヤマダタロウ), a person.',
    'Karasuma-dori 12, 604-8152 Kyoto, Japan.',
    'Born on 10 Dec 1985 in Kyoto.',
    'Passport C01X00T47, issued by Japan.',
    'The document is valid until 31 May 2031.',
    'The wallet is held by Kitakaze Coin, Japan.',
    'Purpose: Services, Invoice 4711.',
  ]);
});

it('a company is named with its numbers and who represents it', () => {
  expect(
    describeRecipient({
      relation: 'THIRD_PARTY',
      party: {
        kind: 'LEGAL',
        companyName: 'Analytical Engines',
        lei: '529900T8BM49AURSDO55',
        registrationNumber: 'HRB 1',
        representative: { firstName: 'Grace', lastName: 'Hopper' },
      },
      wallet: { kind: 'SELF_HOSTED' },
    }),
  ).toEqual([
    'Analytical Engines, a company.',
    'The LEI is 529900T8BM49AURSDO55.',
    'The registration number is HRB 1.',
    'Represented by Grace Hopper.',
    'The recipient holds the keys of the wallet.',
  ]);
});
