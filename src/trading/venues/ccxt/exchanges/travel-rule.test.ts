import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Value } from 'typebox/value';
import { TravelRule } from '../../../../platform/personal-data/index.ts';
import { asked, fill } from '../../../travel-rule/index.ts';
import type { TravelRuleProfile } from '../profile.ts';
import { travelRule as binance } from './binance/travel-rule.ts';
import { travelRule as bitget } from './bitget/travel-rule.ts';
import { travelRule as bitstamp } from './bitstamp/travel-rule.ts';
import { travelRule as bybit } from './bybit/travel-rule.ts';
import { travelRule as coinbase } from './coinbase/travel-rule.ts';
import { travelRule as okx } from './okx/travel-rule.ts';

const EXCHANGES: Readonly<Record<string, TravelRuleProfile>> = {
  binance,
  bitget,
  bitstamp,
  bybit,
  coinbase,
  okx,
};

const PERSON: TravelRule['party'] = {
  kind: 'NATURAL',
  firstName: 'Ada',
  lastName: 'Lovelace',
  localName: '山田太郎',
  phoneticName: 'ヤマダタロウ',
  birthDate: '1985-12-10',
  birthPlace: 'London',
  document: { type: 'PASSPORT', number: 'C01X00T47', issuedBy: 'GB', expires: '2031-05-31' },
};
const COMPANY: TravelRule['party'] = {
  kind: 'LEGAL',
  companyName: 'Analytical Engines',
  localName: '株式会社',
  phoneticName: 'カブシキガイシャ',
  lei: '529900T8BM49AURSDO55',
  registrationNumber: 'HRB 1',
  document: { type: 'OTHER', number: '1', issuedBy: 'GB', expires: '2031-05-31' },
  representative: { firstName: 'Grace', lastName: 'Hopper' },
};
const ADDRESS: TravelRule['address'] = {
  country: 'DE',
  state: 'Bavaria',
  city: 'Munich',
  street: 'Leopoldstraße',
  building: '12a',
  postalCode: '80802',
};
const HOSTED: TravelRule['wallet'] = {
  kind: 'HOSTED',
  provider: {
    name: 'Kraken',
    country: 'US',
    ids: {
      binance: 'KRAKEN',
      bybit: 'kraken',
      okx: 'did:ethr:0x1',
      coinbase: 'f0e1',
      bitstamp: 'a1b2',
      bitget: 'korbit',
    },
  },
};
const REST = {
  address: ADDRESS,
  purpose: { code: 'SERVICES', text: 'Invoice 4711 of May for services' },
  declared: true,
} as const;

/** Everything that any form could ask. */
const TO_PERSON: TravelRule = { relation: 'THIRD_PARTY', party: PERSON, wallet: HOSTED, ...REST };
const TO_COMPANY: TravelRule = { relation: 'THIRD_PARTY', party: COMPANY, wallet: HOSTED, ...REST };
const OWN_WALLET: TravelRule = { relation: 'OWN', wallet: { kind: 'SELF_HOSTED' }, declared: true };
const OWN_ACCOUNT: TravelRule = { relation: 'OWN', wallet: HOSTED, declared: true };

/** Each once, with the first country that has it. */
const formsOf = ({ forms, anywhere }: TravelRuleProfile) =>
  Object.entries({ ...forms, ...(anywhere && { anywhere }) }).filter(
    ([, form], index, all) => all.findIndex(([, other]) => other === form) === index,
  );
const filled = (profile: TravelRuleProfile, country: string, data: TravelRule) => {
  const form = profile.forms[country] ?? profile.anywhere;
  if (!form) throw new Error(`No form for ${country}.`);
  return fill(form, data);
};
const sent = (profile: TravelRuleProfile, country: string, data: TravelRule) => {
  const { answers, errors } = { errors: undefined, answers: undefined, ...filled(profile, country, data) };
  if (answers === undefined) throw new Error(JSON.stringify(errors));
  return profile.toParameters(answers);
};

const inQuestionnaire = (answers: object) => ({ questionnaire: JSON.stringify(answers) });

test.each<[string, TravelRuleProfile, string, TravelRule, object]>([
  [
    'Binance in the EU, an own wallet',
    binance,
    'FR',
    OWN_WALLET,
    inQuestionnaire({ isAddressOwner: 1, sendTo: 1, declaration: true }),
  ],
  [
    'Binance in the EU, an own account elsewhere',
    binance,
    'EU',
    OWN_ACCOUNT,
    inQuestionnaire({ isAddressOwner: 1, sendTo: 2, vasp: 'KRAKEN', declaration: true }),
  ],
  [
    'Binance in the EU, a person',
    binance,
    'PL',
    TO_PERSON,
    inQuestionnaire({
      isAddressOwner: 2,
      bnfType: 0,
      bnfFirstName: 'Ada',
      bnfLastName: 'Lovelace',
      country: 'de',
      sendTo: 2,
      vasp: 'KRAKEN',
      declaration: true,
    }),
  ],
  [
    'Binance in Australia, a company',
    binance,
    'AU',
    TO_COMPANY,
    inQuestionnaire({
      isAddressOwner: 2,
      bnfType: 1,
      bnfCorpName: 'Analytical Engines',
      bnfCorpCountry: 'de',
      sendTo: 2,
      vasp: 'KRAKEN',
      declaration: true,
      bnfCorpCity: 'Munich',
    }),
  ],
  [
    'Binance in Japan, where the kinds of wallets are the other way round',
    binance,
    'JP',
    TO_PERSON,
    inQuestionnaire({
      isAddressOwner: 2,
      bnfType: 0,
      kanjiName: '山田太郎',
      kanaName: 'ヤマダタロウ',
      latinName: 'Ada Lovelace',
      country: 'de',
      city: 'Munich',
      sendTo: 1,
      vasp: 'KRAKEN',
      vaspCountry: 'us',
      txnPurpose: 5,
      isAttested: true,
    }),
  ],
  [
    'Binance in Kazakhstan, where an owner is a boolean',
    binance,
    'KZ',
    { ...OWN_WALLET, address: ADDRESS, purpose: { code: 'OTHER', text: 'Moving house' } },
    inQuestionnaire({
      isAddressOwner: true,
      beneficiaryCountry: 'de',
      beneficiaryCity: 'Munich',
      sendTo: 1,
      txnPurpose: 'others',
      txnPurposeOthers: 'Moving house',
      isAttested: true,
    }),
  ],
  [
    'Binance in Bahrain, without a declaration',
    binance,
    'BH',
    { ...TO_COMPANY, declared: false },
    inQuestionnaire({
      isAddressOwner: 2,
      bnfType: 1,
      bnfName: 'Analytical Engines',
      country: 'de',
      city: 'Munich',
      sendTo: 2,
      vasp: 'KRAKEN',
    }),
  ],
  [
    'Binance in India, where the city may be missing',
    binance,
    'IN',
    { ...TO_PERSON, address: { country: 'DE' } },
    inQuestionnaire({
      isAddressOwner: 2,
      bnfType: 0,
      bnfName: 'Ada Lovelace',
      country: 'de',
      sendTo: 2,
      vasp: 'KRAKEN',
    }),
  ],
  [
    'Bybit in Turkey, with a document',
    bybit,
    'TR',
    TO_PERSON,
    inQuestionnaire({
      walletType: 0,
      legalType: 'individual',
      vaspCode: 'kraken',
      isSelfWallet: false,
      firstName: 'Ada',
      lastName: 'Lovelace',
      poiType: 'PASSPORT',
      poiNumber: 'C01X00T47',
      poiIssuingCountry: 'GBR',
      poiExpiredDate: '2031-05-31',
      transactionPurpose: 'Invoice 4711 of May for services',
    }),
  ],
  [
    'Bybit in Korea, a company with who represents it',
    bybit,
    'KR',
    TO_COMPANY,
    inQuestionnaire({
      walletType: 0,
      legalType: 'company',
      vaspCode: 'kraken',
      isSelfWallet: false,
      companyName: 'Analytical Engines',
      representativeFirstName: 'Grace',
      representativeLastName: 'Hopper',
    }),
  ],
  [
    'OKX in the Bahamas, a company',
    okx,
    'BS',
    TO_COMPANY,
    {
      rcvrInfo: {
        walletType: 'exchange',
        exchId: 'did:ethr:0x1',
        rcvrFirstName: 'Analytical Engines',
        rcvrLastName: 'N/A',
        rcvrCountry: 'DE',
        rcvrCountrySubDivision: 'Bavaria',
        rcvrTownName: 'Munich',
        rcvrStreetName: 'Leopoldstraße 12a',
      },
    },
  ],
  ['OKX in the Bahamas, a private wallet', okx, 'BS', OWN_WALLET, { rcvrInfo: { walletType: 'private' } }],
  [
    'Coinbase in Britain, a person',
    coinbase,
    'GB',
    TO_PERSON,
    {
      travel_rule_data: {
        beneficiary_wallet_type: 'WALLET_TYPE_EXCHANGE',
        is_self: 'IS_SELF_FALSE',
        beneficiary_name: 'Ada Lovelace',
        beneficiary_address: { country: 'DE' },
        beneficiary_financial_institution: 'f0e1',
      },
    },
  ],
  [
    'Coinbase in Canada, an exchange',
    coinbase,
    'CA',
    TO_COMPANY,
    {
      travel_rule_data: {
        beneficiary_wallet_type: 'WALLET_TYPE_EXCHANGE',
        beneficiary_name: 'Analytical Engines',
        beneficiary_address: {
          country: 'DE',
          address1: 'Leopoldstraße 12a',
          city: 'Munich',
          state: 'Bavaria',
          postal_code: '80802',
        },
      },
    },
  ],
  [
    'Bitstamp, an own account elsewhere',
    bitstamp,
    'LU',
    OWN_ACCOUNT,
    { beneficiary_thirdparty: 'false', vasp_uuid: 'a1b2' },
  ],
  [
    'Bitstamp, a person with nothing but a name',
    bitstamp,
    'LU',
    {
      relation: 'THIRD_PARTY',
      party: { kind: 'NATURAL', firstName: 'Ada', lastName: 'Lovelace' },
      wallet: { kind: 'SELF_HOSTED' },
    },
    {
      beneficiary_thirdparty: 'true',
      beneficiary_info: JSON.stringify({ retail_info: { first_name: 'Ada', last_name: 'Lovelace' } }),
    },
  ],
  [
    'Bitget in Korea, to one of the exchanges there',
    bitget,
    'KR',
    TO_PERSON,
    { memberCode: 'korbit', identityType: 'user', firstName: 'Ada', lastName: 'Lovelace' },
  ],
])('the form of %s has exactly the answers that apply', (_name, profile, country, data, expected) => {
  expect(sent(profile, country, data)).toEqual(expected);
});

describe.each(Object.entries(EXCHANGES))('%s', (_name, profile) => {
  test.each(formsOf(profile))(
    'of %s takes complete answers about every kind of recipient',
    (_country, form) => {
      for (const data of [TO_PERSON, TO_COMPANY]) {
        expect(Value.Check(TravelRule, data)).toBe(true);
        expect(fill(form, data)).toHaveProperty('answers');
      }
    },
  );

  test.each(formsOf(profile))(
    'of %s is listed with every answer that goes into the request',
    (_country, form) => {
      const listed = new Set<string>(asked(form).flatMap(({ field, when }) => [field, ...Object.keys(when)]));
      const unlisted = [TO_PERSON, TO_COMPANY].flatMap((data) =>
        pathsIn(data).filter(
          (path) =>
            !listed.has(path) &&
            JSON.stringify(fill(form, without(data, path))) !== JSON.stringify(fill(form, data)),
        ),
      );
      expect(unlisted).toEqual([]);
    },
  );

  test.each(formsOf(profile))('of %s names whatever is missing and needed', (_country, form) => {
    const checked = fc.check(
      fc.property(
        fc.constantFrom(TO_PERSON, TO_COMPANY),
        fc.constantFrom(...pathsIn(TO_PERSON), ...pathsIn(TO_COMPANY)),
        (data, path) => {
          const { answers: whole } = { answers: undefined, ...fill(form, data) };
          const less = fill(form, without(data, path));
          // It is not asked, or may be left out: nothing else takes its place.
          if ('answers' in less) return isPartOf(wordsOf(less.answers), wordsOf(whole));
          return Object.keys(less.errors).join(', ') === path;
        },
      ),
    );
    expect(checked).toMatchObject({ failed: false });
  });
});

test.each<[string, TravelRuleProfile, string, TravelRule, Record<string, RegExp>]>([
  [
    'a name with digits',
    binance,
    'FR',
    { ...TO_PERSON, party: { ...PERSON, firstName: 'Ada 2' } },
    { 'party.firstName': /without digits/ },
  ],
  [
    'a name with a letter three times',
    binance,
    'FR',
    { ...TO_PERSON, party: { ...PERSON, lastName: 'Looovelace' } },
    { 'party.lastName': /three times/ },
  ],
  [
    'a company whose name the Emirates do not take',
    binance,
    'AE',
    { ...TO_COMPANY, party: { ...COMPANY, companyName: 'Smith & Co.' } },
    { 'party.companyName': /another way/ },
  ],
  [
    'what Japan refuses as a purpose',
    binance,
    'JP',
    { ...TO_PERSON, purpose: { code: 'P2P' } },
    { 'purpose.code': /GOODS, LIVING, INVESTMENT, SERVICES, LOAN,? or DONATION/ },
  ],
  [
    'a region that must be chosen',
    binance,
    'JP',
    {
      ...TO_PERSON,
      wallet: { kind: 'HOSTED', provider: { ...HOSTED.provider, name: 'OKX', country: 'CN' } },
    },
    { 'wallet.provider.region': /notNortheasternProvinces or other/ },
  ],
  [
    'a declaration that nobody made',
    binance,
    'FR',
    { ...OWN_WALLET, declared: false },
    { declared: /must be true/ },
  ],
  [
    'an exchange that is not listed, without its name',
    binance,
    'FR',
    { ...OWN_ACCOUNT, wallet: { kind: 'HOSTED' } },
    { 'wallet.provider.ids.binance': /own name for the provider/ },
  ],
  [
    'a purpose that is too short',
    bybit,
    'DE',
    { ...TO_PERSON, purpose: { code: 'SERVICES', text: 'Invoice' } },
    { 'purpose.text': /20 to 500/ },
  ],
  [
    'a country that does not exist',
    bybit,
    'KZ',
    {
      ...TO_PERSON,
      party: {
        ...PERSON,
        document: { type: 'PASSPORT', number: '1', issuedBy: 'XX', expires: '2031-05-31' },
      },
    },
    { 'party.document.issuedBy': /country/ },
  ],
  [
    'a private wallet where OKX does not pay out to it',
    okx,
    'DE',
    OWN_WALLET,
    { 'wallet.kind': /must be HOSTED/ },
  ],
  [
    'a recipient who is neither a person nor a company',
    coinbase,
    'SG',
    { ...OWN_WALLET, address: ADDRESS },
    { 'party.kind': /NATURAL or LEGAL/ },
  ],
])('%s is refused with the field and what to write', (_name, profile, country, data, expected) => {
  const outcome = filled(profile, country, data);
  expect(outcome).not.toHaveProperty('answers');
  const errors = Object.entries(('errors' in outcome && outcome.errors) || {});
  expect(errors.map(([path]) => path)).toEqual(Object.keys(expected));
  for (const [path, says] of errors) expect(says?.join(' ')).toMatch(expected[path] ?? /^$/);
});

const ownAt = (ids: Record<string, string>): TravelRule => ({
  ...OWN_ACCOUNT,
  wallet: { kind: 'HOSTED', provider: { name: 'Kraken', ids } },
});

test('from Bitget in Korea money can go to other providers than the three that it asks about', () => {
  const field = 'wallet.provider.ids.bitget';
  expect(filled(bitget, 'KR', ownAt({}))).toEqual({
    errors: { [field]: ['is required: bithumb, korbit, or coinone; others where it is none of these'] },
  });
  expect(sent(bitget, 'KR', ownAt({ bitget: 'others' }))).toEqual({});
});

test('an exchange that Binance does not list is named', () => {
  const provider = { name: 'Small Exchange', ids: { binance: 'others' } };
  const data: TravelRule = { ...OWN_ACCOUNT, wallet: { kind: 'HOSTED', provider } };
  const { questionnaire } = sent(binance, 'FR', data) as { questionnaire: string };
  expect(JSON.parse(questionnaire)).toMatchObject({ vasp: 'others', vaspName: 'Small Exchange' });
});

/** By the name of each answer. */
const wordsOf = (answers: object = {}): Map<string, string[]> =>
  new Map(
    Object.entries(answers).flatMap(([name, inner]) =>
      typeof inner === 'object' ? [...wordsOf(inner as object)] : [[name, String(inner).split(' ')]],
    ),
  );

const isPartOf = (part: Map<string, string[]>, whole: Map<string, string[]>): boolean =>
  [...part].every(([name, words]) => words.every((word) => whole.get(name)?.includes(word)));

/** The paths of all answers, without those that the type demands. */
function pathsIn(value: object, before = ''): string[] {
  return Object.entries(value).flatMap(([name, inner]) =>
    typeof inner === 'object' && inner !== null
      ? pathsIn(inner as object, `${before}${name}.`)
      : `${before}${name}`,
  );
}

function without<T extends object>(value: T, path: string): T {
  const [name = '', ...rest] = path.split('.');
  const { [name as keyof T]: inner, ...others } = value;
  if (rest.length === 0) return others as T;
  return inner === undefined ? value : { ...value, [name]: without(inner as object, rest.join('.')) };
}
