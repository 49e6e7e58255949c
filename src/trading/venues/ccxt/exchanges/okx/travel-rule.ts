import { EEA, forAll, type Form, type Question } from '../../../../travel-rule/index.ts';
import type { okx as Okx } from 'ccxt';
import { list, type Json, type TravelRuleProfile } from '../../profile.ts';

const HOSTED = { 'wallet.kind': 'HOSTED' } as const;
const PERSON = { ...HOSTED, 'party.kind': 'NATURAL' } as const;
const COMPANY = { ...HOSTED, 'party.kind': 'LEGAL' } as const;

const QUESTIONS: readonly Question[] = [
  { name: 'walletType', path: 'wallet.kind', writing: { HOSTED: 'exchange', SELF_HOSTED: 'private' } },
  { name: 'exchId', path: 'wallet.provider.ids.okx', when: HOSTED },
  { name: 'rcvrFirstName', path: 'party.firstName', when: PERSON },
  { name: 'rcvrLastName', path: 'party.lastName', when: PERSON },
  { name: 'rcvrFirstName', path: 'party.companyName', when: COMPANY },
  { name: 'rcvrLastName', path: 'party.kind', writing: { LEGAL: 'N/A' }, when: COMPANY },
  { name: 'rcvrCountry', path: 'address.country', when: HOSTED },
  { name: 'rcvrCountrySubDivision', path: 'address.state', when: HOSTED },
  { name: 'rcvrTownName', path: 'address.city', when: HOSTED },
  { name: 'rcvrStreetName', path: 'address.street', further: ['address.building'], when: HOSTED },
];

const EUROPE: Form = {
  questions: QUESTIONS,
  refusals: [
    {
      when: { 'wallet.kind': 'SELF_HOSTED' },
      path: 'wallet.kind',
      says: 'must be HOSTED: OKX does not pay out to private wallets by API from accounts in the EEA',
    },
  ],
};

/** What other entities ask is not documented. */
export const travelRule: TravelRuleProfile = {
  forms: { BS: { questions: QUESTIONS }, ...forAll(['EU', ...EEA], EUROPE) },
  toParameters: (answers) => ({ rcvrInfo: answers }),
  async counterparties(exchange) {
    const answer = (await (exchange as InstanceType<typeof Okx>).publicGetAssetExchangeList()) as Json;
    return list(answer['data'])?.map((row) => ({ id: String(row['exchId']), name: String(row['exchName']) }));
  },
};
