import type { Form, Question, Rule } from '../../travel-rule/index.ts';

const THIRD_PARTY = { relation: 'THIRD_PARTY' } as const;
const PERSON = { ...THIRD_PARTY, 'party.kind': 'NATURAL' } as const;
const COMPANY = { ...THIRD_PARTY, 'party.kind': 'LEGAL' } as const;
const HOSTED = { 'wallet.kind': 'HOSTED' } as const;
const ID = 'wallet.provider.ids.simulated';

const NAME: Rule = { pattern: /^\P{Nd}{1,100}$/u, says: 'must have 1 to 100 characters without digits' };
const TEXT: Rule = { pattern: /^.{1,100}$/u, says: 'must have 1 to 100 characters' };

const about = (name: string, path: Question['path'], rest: Partial<Question> = {}): Question => ({
  name,
  path,
  when: THIRD_PARTY,
  rule: TEXT,
  ...rest,
});

/** What the exchange asks of accounts that it asks at all. */
export const BENEFICIARY: Form = {
  questions: [
    { name: 'holder', path: 'relation', writing: { OWN: 'self', THIRD_PARTY: 'other' } },
    {
      name: 'kind',
      path: 'party.kind',
      writing: { NATURAL: 'person', LEGAL: 'company' },
      when: THIRD_PARTY,
    },
    about('firstName', 'party.firstName', { when: PERSON, rule: NAME }),
    about('lastName', 'party.lastName', { when: PERSON, rule: NAME }),
    about('companyName', 'party.companyName', { when: COMPANY }),
    about('nativeName', 'party.localName', { isOptional: true }),
    about('street', 'address.street', { further: ['address.building'], isOptional: true }),
    about('postalCode', 'address.postalCode', { isOptional: true }),
    about('city', 'address.city'),
    about('country', 'address.country'),
    {
      name: 'purpose',
      path: 'purpose.code',
      writing: {
        GOODS: 'goods',
        SERVICES: 'services',
        INVESTMENT: 'investment',
        DONATION: 'gift',
        OTHER: 'other',
      },
      when: THIRD_PARTY,
    },
    { name: 'wallet', path: 'wallet.kind', writing: { SELF_HOSTED: 'private', HOSTED: 'provider' } },
    { name: 'provider', path: ID, when: HOSTED, rule: TEXT },
    {
      name: 'providerName',
      path: 'wallet.provider.name',
      when: { ...HOSTED, [ID]: 'others' },
      rule: TEXT,
    },
    { name: 'declaration', path: 'declared', writing: { true: true } },
  ],
};
