import { EEA, forAll, type Form, type Question } from '../../../../travel-rule/index.ts';
import type { bybit as Bybit } from 'ccxt';
import { list, type Json, type TravelRuleProfile } from '../../profile.ts';

const PERSON = { 'party.kind': 'NATURAL' } as const;
const COMPANY = { 'party.kind': 'LEGAL' } as const;

const COMMON: readonly Question[] = [
  { name: 'walletType', path: 'wallet.kind', writing: { HOSTED: 0, SELF_HOSTED: 1 } },
  { name: 'legalType', path: 'party.kind', writing: { NATURAL: 'individual', LEGAL: 'company' } },
  {
    name: 'vaspCode',
    path: 'wallet.provider.ids.bybit',
    when: { 'wallet.kind': 'HOSTED' },
    rule: { pattern: /^.{1,64}$/u, says: 'must have at most 64 characters' },
  },
  { name: 'isSelfWallet', path: 'relation', writing: { OWN: true, THIRD_PARTY: false } },
  { name: 'firstName', path: 'party.firstName', when: PERSON },
  { name: 'lastName', path: 'party.lastName', when: PERSON },
  { name: 'companyName', path: 'party.companyName', when: COMPANY },
];

const purpose: Question = {
  name: 'transactionPurpose',
  path: 'purpose.text',
  rule: { pattern: /^.{20,500}$/u, says: 'must have 20 to 500 characters' },
};

const identity: readonly Question[] = [
  {
    name: 'poiType',
    path: 'party.document.type',
    writing: {
      ID_CARD: 'ID_CARD',
      PASSPORT: 'PASSPORT',
      DRIVERS: 'DRIVERS',
      RESIDENCE_PERMIT: 'RESIDENCE_PERMIT',
      OTHER: 'OTHER',
    },
  },
  { name: 'poiNumber', path: 'party.document.number' },
  { name: 'poiIssuingCountry', path: 'party.document.issuedBy', writing: 'alpha-3' },
  { name: 'poiExpiredDate', path: 'party.document.expires' },
];

const KOREA: Form = {
  questions: [
    ...COMMON,
    { name: 'representativeFirstName', path: 'party.representative.firstName', when: COMPANY },
    { name: 'representativeLastName', path: 'party.representative.lastName', when: COMPANY },
  ],
};

/**
 * The form of 2026-06-10, which takes the place of `beneficiary`. That the ids of its list of providers are its
 * `vaspCode` is implied, not written.
 */
export const travelRule: TravelRuleProfile = {
  forms: {
    ...forAll(['EU', ...EEA], { questions: [...COMMON, purpose] }),
    TR: { questions: [...COMMON, ...identity, purpose] },
    KZ: { questions: [...COMMON, ...identity] },
    IN: { questions: COMMON },
    KR: KOREA,
  },
  toParameters: (answers) => ({ questionnaire: JSON.stringify(answers) }),
  async counterparties(exchange) {
    const answer = await (exchange as InstanceType<typeof Bybit>).privateGetV5AssetWithdrawVaspList();
    const rows = list(((answer as Json)['result'] as Json | undefined)?.['vasp']);
    return rows?.map((row) => ({ id: String(row['vaspEntityId']), name: String(row['vaspName']) }));
  },
};
