import { describe, expect, it } from 'vitest';
import { fieldsOf, toAnswers, toTravelRule, unanswered, type Answers, type Asking } from './fields.ts';

const HOSTED = { 'wallet.kind': ['HOSTED'] };
const OTHER = { relation: ['THIRD_PARTY'] };
const question = (field: string, when: Record<string, string[]> = {}, rest: object = {}) => ({
  field,
  required: true,
  choices: null,
  when,
  ...rest,
});
const venue = (code: string, ...travelRule: Asking['travelRule']): Asking => ({
  code,
  name: code,
  travelRule,
});

const EUROPE = venue(
  'europe',
  question('relation', {}, { choices: ['OWN', 'THIRD_PARTY'] }),
  question('party.kind', OTHER, { choices: ['NATURAL', 'LEGAL'] }),
  question('party.firstName', { ...OTHER, 'party.kind': ['NATURAL'] }),
  question('party.companyName', { ...OTHER, 'party.kind': ['LEGAL'] }),
  question('address.street', OTHER, { required: false }),
  question('wallet.kind', {}, { choices: ['SELF_HOSTED', 'HOSTED'] }),
  question('wallet.provider.ids.europe', HOSTED),
  question('declared', {}, { choices: ['true'] }),
);
/** Knows neither of own wallets nor of persons, and writes only a word for companies. */
const ISLANDS = venue(
  'islands',
  question('wallet.kind', {}, { choices: ['HOSTED', 'SELF_HOSTED'] }),
  question('party.kind', { ...HOSTED, 'party.kind': ['LEGAL'] }, { choices: ['LEGAL'] }),
  question('party.firstName', { ...HOSTED, 'party.kind': ['NATURAL'] }),
  question('purpose.text', HOSTED),
);

const paths = (venues: Asking[], answers: Answers) => fieldsOf(venues, answers).map(({ path }) => path);

describe('the form about who receives it', () => {
  it('asks first what everything else depends on', () => {
    expect(paths([EUROPE], {})).toEqual(['relation', 'wallet.kind', 'declared']);
    expect(paths([ISLANDS], {})).toEqual(['relation', 'wallet.kind']);
  });

  it('asks about an own wallet nothing that is asked about others', () => {
    expect(paths([EUROPE], { relation: 'OWN', 'wallet.kind': 'SELF_HOSTED' })).toEqual([
      'relation',
      'wallet.kind',
      'declared',
    ]);
  });

  it('asks what applies to the answers so far, in the order in which people read it', () => {
    const answers = { relation: 'THIRD_PARTY', 'party.kind': 'LEGAL', 'wallet.kind': 'HOSTED' };
    expect(paths([EUROPE], answers)).toEqual([
      'relation',
      'party.kind',
      'party.companyName',
      'address.street',
      'address.country',
      'wallet.kind',
      'wallet.provider.ids.europe',
      'wallet.provider.name',
      'declared',
    ]);
  });

  it('asks for all venues together, and offers a person also where one of them only has a word for companies', () => {
    const fields = fieldsOf([EUROPE, ISLANDS], { relation: 'THIRD_PARTY', 'wallet.kind': 'HOSTED' });
    expect(fields.find(({ path }) => path === 'party.kind')).toEqual({
      path: 'party.kind',
      isRequired: true,
      choices: ['NATURAL', 'LEGAL'],
    });
    expect(fields.map(({ path }) => path)).toEqual(expect.arrayContaining(['purpose.code', 'purpose.text']));
  });

  it('wants the country only where the rest of the address is given', () => {
    const answers = { relation: 'THIRD_PARTY', 'party.kind': 'LEGAL', 'wallet.kind': 'SELF_HOSTED' };
    const country = (more: Answers) =>
      fieldsOf([EUROPE], { ...answers, ...more }).find(({ path }) => path === 'address.country')?.isRequired;
    expect([country({}), country({ 'address.street': 'Long Lane' })]).toEqual([false, true]);
  });
});

it('what was typed for another case is not sent, and a declaration is true', () => {
  const answers = {
    relation: 'OWN',
    'party.kind': 'NATURAL',
    'party.firstName': 'Ada',
    'wallet.kind': 'SELF_HOSTED',
    'wallet.provider.name': 'Kraken',
    declared: 'true',
  };
  expect(toTravelRule([EUROPE], answers)).toEqual({
    relation: 'OWN',
    wallet: { kind: 'SELF_HOSTED' },
    declared: true,
  });
});

it('what was said before fills the form again, but not its declaration', () => {
  const said = {
    relation: 'THIRD_PARTY',
    party: { kind: 'LEGAL', companyName: 'Engines' },
    address: { country: 'GB' },
    wallet: { kind: 'HOSTED', provider: { name: 'Kraken', ids: { europe: 'KRKN' } } },
    declared: true,
  };
  const answers = toAnswers(said);
  expect(unanswered([EUROPE], answers)).toEqual(['declared']);
  expect(toTravelRule([EUROPE], { ...answers, declared: 'true' })).toEqual(said);
});
