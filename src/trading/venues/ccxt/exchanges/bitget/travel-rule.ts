import type { Question } from '../../../../travel-rule/index.ts';
import type { TravelRuleProfile } from '../../profile.ts';

const ID = 'wallet.provider.ids.bitget';
/** The exchanges in Korea to which it sends this. */
const MEMBERS = { bithumb: 'bithumb', korbit: 'korbit', coinone: 'coinone' } as const;
const TO_MEMBER = { 'wallet.kind': 'HOSTED', [ID]: Object.keys(MEMBERS) } as const;

const QUESTIONS: readonly Question[] = [
  { name: 'memberCode', path: ID, writing: MEMBERS, when: TO_MEMBER },
  {
    name: 'identityType',
    path: 'party.kind',
    writing: { NATURAL: 'user', LEGAL: 'company' },
    when: TO_MEMBER,
  },
  { name: 'companyName', path: 'party.companyName', when: { ...TO_MEMBER, 'party.kind': 'LEGAL' } },
  { name: 'firstName', path: 'party.firstName', when: { ...TO_MEMBER, 'party.kind': 'NATURAL' } },
  { name: 'lastName', path: 'party.lastName', when: { ...TO_MEMBER, 'party.kind': 'NATURAL' } },
];

/** Asked of accounts in Korea. What others are asked is not documented. */
export const travelRule: TravelRuleProfile = {
  forms: { KR: { questions: QUESTIONS } },
  toParameters: (answers) => answers,
  counterparties: () => Promise.resolve(Object.keys(MEMBERS).map((id) => ({ id, name: id }))),
};
