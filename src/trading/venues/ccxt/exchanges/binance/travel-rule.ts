import { EU, forAll, type Form, type Question, type Rule } from '../../../../travel-rule/index.ts';
import type { TravelRuleProfile } from '../../profile.ts';
import { askCountry, listProviders, sendLocal } from './local-entity.ts';

const THIRD_PARTY = { relation: 'THIRD_PARTY' } as const;
const PERSON = { ...THIRD_PARTY, 'party.kind': 'NATURAL' } as const;
const COMPANY = { ...THIRD_PARTY, 'party.kind': 'LEGAL' } as const;
const HOSTED = { 'wallet.kind': 'HOSTED' } as const;
const ID = 'wallet.provider.ids.binance';

const NAME: Rule = {
  pattern: /^(?!.*(\p{L})\1\1)[^\d!@#$%^&*()_=.~`<>/:;?\p{Sc}]{1,50}$/u,
  says: 'must have 1 to 50 characters without digits, currency signs and !@#$%^&*()_=.~`<>/:;? and no letter three times in a row; write it in another way',
};

const isOwner: Question = {
  name: 'isAddressOwner',
  path: 'relation',
  writing: { OWN: 1, THIRD_PARTY: 2 },
};
const kind: Question = {
  name: 'bnfType',
  path: 'party.kind',
  writing: { NATURAL: 0, LEGAL: 1 },
  when: THIRD_PARTY,
};
const provider: readonly Question[] = [
  { name: 'vasp', path: ID, when: HOSTED },
  { name: 'vaspName', path: 'wallet.provider.name', when: { ...HOSTED, [ID]: 'others' } },
];
const sentTo: readonly Question[] = [
  { name: 'sendTo', path: 'wallet.kind', writing: { SELF_HOSTED: 1, HOSTED: 2 } },
  ...provider,
];
const country = (name: string, when?: Question['when']): Question => ({
  name,
  path: 'address.country',
  writing: 'lower-case',
  ...(when && { when }),
});
const declared = (name: string): Question => ({ name, path: 'declared', writing: { true: true } });
const fullName = (name: string): Question => ({
  name,
  path: ['party.firstName', 'party.lastName'],
  when: PERSON,
  rule: NAME,
});
/** The rule for the names of persons holds for these companies too. */
const company = (name: string, rule?: Rule): Question => ({
  name,
  path: 'party.companyName',
  when: COMPANY,
  ...(rule && { rule }),
});
const firstAndLast: readonly Question[] = [
  { name: 'bnfFirstName', path: 'party.firstName', when: PERSON, rule: NAME },
  { name: 'bnfLastName', path: 'party.lastName', when: PERSON, rule: NAME },
];

const JAPAN: Form = {
  questions: [
    isOwner,
    kind,
    { name: 'kanjiName', path: 'party.localName', when: THIRD_PARTY },
    { name: 'kanaName', path: 'party.phoneticName', when: THIRD_PARTY },
    fullName('latinName'),
    company('latinName', NAME),
    country('country'),
    { name: 'city', path: 'address.city' },
    // Elsewhere 1 is a private wallet.
    { name: 'sendTo', path: 'wallet.kind', writing: { HOSTED: 1, SELF_HOSTED: 2 } },
    { name: 'vasp', path: ID, when: HOSTED },
    { name: 'vaspCountry', path: 'wallet.provider.country', writing: 'lower-case', when: HOSTED },
    {
      name: 'vaspRegion',
      path: 'wallet.provider.region',
      writing: { notNortheasternProvinces: 'notNortheasternProvinces', other: 'other' },
      when: { ...HOSTED, 'wallet.provider.country': 'CN' },
    },
    {
      name: 'vaspRegion',
      path: 'wallet.provider.region',
      writing: { other: 'other' },
      when: { ...HOSTED, 'wallet.provider.country': 'UA' },
    },
    {
      name: 'txnPurpose',
      path: 'purpose.code',
      writing: { GOODS: 1, LIVING: 2, INVESTMENT: 4, SERVICES: 5, LOAN: 6, DONATION: 7 },
    },
    declared('isAttested'),
  ],
};

const KAZAKHSTAN: Form = {
  questions: [
    { name: 'isAddressOwner', path: 'relation', writing: { OWN: true, THIRD_PARTY: false } },
    kind,
    fullName('beneficiaryName'),
    company('beneficiaryName', NAME),
    country('beneficiaryCountry'),
    { name: 'beneficiaryCity', path: 'address.city' },
    ...sentTo,
    {
      name: 'txnPurpose',
      path: 'purpose.code',
      writing: { SERVICES: 'service', GOODS: 'goods', P2P: 'p2p', DONATION: 'charity', OTHER: 'others' },
    },
    { name: 'txnPurposeOthers', path: 'purpose.text', when: { 'purpose.code': 'OTHER' } },
    declared('isAttested'),
  ],
};

const NEW_ZEALAND_SOUTH_AFRICA: Form = {
  questions: [
    isOwner,
    kind,
    fullName('bnfName'),
    country('country', PERSON),
    company('bnfCorpName'),
    country('bnfCorpCountry', COMPANY),
    ...sentTo,
    declared('declaration'),
  ],
};

const BAHRAIN: Form = {
  questions: [
    isOwner,
    kind,
    ...firstAndLast,
    company('bnfName'),
    country('country', THIRD_PARTY),
    { name: 'city', path: 'address.city', when: THIRD_PARTY },
    ...sentTo,
  ],
};

const emiratesAndIndia = (city: Pick<Question, 'isOptional'>): Form => ({
  questions: [
    isOwner,
    kind,
    fullName('bnfName'),
    company('bnfName', NAME),
    country('country', THIRD_PARTY),
    { name: 'city', path: 'address.city', when: THIRD_PARTY, ...city },
    ...sentTo,
  ],
});

const EUROPE: Form = {
  questions: [
    isOwner,
    kind,
    ...firstAndLast,
    country('country', PERSON),
    company('bnfCorpName'),
    country('bnfCorpCountry', COMPANY),
    ...sentTo,
    declared('declaration'),
  ],
};

const AUSTRALIA: Form = {
  questions: [
    ...EUROPE.questions,
    { name: 'city', path: 'address.city', when: PERSON },
    { name: 'bnfCorpCity', path: 'address.city', when: COMPANY },
  ],
};

/** As documented on 2026-06-29. Which surplus or missing answers are refused is not: exactly those that apply are sent. */
export const travelRule: TravelRuleProfile = {
  forms: {
    ...forAll(['EU', ...EU], EUROPE),
    JP: JAPAN,
    KZ: KAZAKHSTAN,
    NZ: NEW_ZEALAND_SOUTH_AFRICA,
    ZA: NEW_ZEALAND_SOUTH_AFRICA,
    BH: BAHRAIN,
    AE: emiratesAndIndia({}),
    IN: emiratesAndIndia({ isOptional: true }),
    AU: AUSTRALIA,
  },
  toParameters: (answers) => ({ questionnaire: JSON.stringify(answers) }),
  ask: askCountry,
  way: { part: 'localentity', send: sendLocal },
  counterparties: listProviders,
};
