import { EEA, forAll, type Question } from '../../../../travel-rule/index.ts';
import type { TravelRuleProfile } from '../../profile.ts';

const HOSTED = { 'wallet.kind': 'HOSTED' } as const;

const wallet: Question = {
  name: 'beneficiary_wallet_type',
  path: 'wallet.kind',
  writing: { SELF_HOSTED: 'WALLET_TYPE_SELF_HOSTED', HOSTED: 'WALLET_TYPE_EXCHANGE' },
};
const isSelf: Question = {
  name: 'is_self',
  path: 'relation',
  writing: { OWN: 'IS_SELF_TRUE', THIRD_PARTY: 'IS_SELF_FALSE' },
};
const named = (when: Question['when'] = {}): readonly Question[] => [
  {
    name: 'beneficiary_name',
    path: ['party.firstName', 'party.lastName'],
    when: { ...when, 'party.kind': 'NATURAL' },
  },
  { name: 'beneficiary_name', path: 'party.companyName', when: { ...when, 'party.kind': 'LEGAL' } },
];
const institution: Question = {
  name: 'beneficiary_financial_institution',
  path: 'wallet.provider.ids.coinbase',
  when: HOSTED,
};
const country: Question = { name: 'beneficiary_address.country', path: 'address.country' };

/** Asked of amounts from 999 CAD on. What an amount is worth there is not known, so it is always sent. */
const CANADA: readonly Question[] = [
  wallet,
  ...named(HOSTED),
  { ...country, when: HOSTED },
  {
    name: 'beneficiary_address.address1',
    path: 'address.street',
    further: ['address.building'],
    when: HOSTED,
  },
  { name: 'beneficiary_address.city', path: 'address.city', when: HOSTED },
  { name: 'beneficiary_address.state', path: 'address.state', when: HOSTED },
  { name: 'beneficiary_address.postal_code', path: 'address.postalCode', when: HOSTED },
];

const WITH_COUNTRY: readonly Question[] = [wallet, isSelf, ...named(), country, institution];

/** Others, such as accounts in the US, are asked nothing. How an exchange that is not listed is written is not documented. */
export const travelRule: TravelRuleProfile = {
  forms: {
    CA: { questions: CANADA },
    BM: { questions: [wallet, isSelf, ...named()] },
    ...forAll(['GB', 'SG', 'HK', 'PH', 'EU', ...EEA], { questions: WITH_COUNTRY }),
  },
  toParameters: (answers) => ({ travel_rule_data: answers }),
};
