import type { Question } from '../../../../travel-rule/index.ts';
import type { bitstamp as Bitstamp } from 'ccxt';
import type { TravelRuleProfile } from '../../profile.ts';
import { readPages } from '../../reading/pages.ts';

const PROVIDERS_A_PAGE = 100;

const THIRD_PARTY = { relation: 'THIRD_PARTY' } as const;
const PERSON = { ...THIRD_PARTY, 'party.kind': 'NATURAL' } as const;
const COMPANY = { ...THIRD_PARTY, 'party.kind': 'LEGAL' } as const;

/** Compulsory are both names of a person, and the name of a company; which others are is not documented. */
const retail = (name: string, path: Question['path'], further: Question['further'] = []): Question => ({
  name: `beneficiary_info.retail_info.${name}`,
  path,
  further,
  when: PERSON,
  isOptional: true,
});
const corporate = (name: string, path: Question['path'], further: Question['further'] = []): Question => ({
  name: `beneficiary_info.corporate_info.${name}`,
  path,
  further,
  when: COMPANY,
  isOptional: true,
});

const QUESTIONS: readonly Question[] = [
  { name: 'beneficiary_thirdparty', path: 'relation', writing: { OWN: 'false', THIRD_PARTY: 'true' } },
  { name: 'vasp_uuid', path: 'wallet.provider.ids.bitstamp', when: { 'wallet.kind': 'HOSTED' } },
  { name: 'beneficiary_info.retail_info.first_name', path: 'party.firstName', when: PERSON },
  { name: 'beneficiary_info.retail_info.last_name', path: 'party.lastName', when: PERSON },
  retail('date_of_birth', 'party.birthDate'),
  retail('place_of_birth', 'party.birthPlace'),
  retail('id_type', 'party.document.type'),
  retail('id_number', 'party.document.number'),
  retail('street_and_house_number', 'address.street', ['address.building']),
  retail('city', 'address.city'),
  retail('zip', 'address.postalCode'),
  retail('country', 'address.country'),
  { name: 'beneficiary_info.corporate_info.company_name', path: 'party.companyName', when: COMPANY },
  corporate('address', 'address.street', ['address.building', 'address.postalCode', 'address.city']),
  corporate('country', 'address.country'),
  corporate('lei', 'party.lei'),
  corporate('company_id', 'party.registrationNumber'),
];

/** One form for every account. */
export const travelRule: TravelRuleProfile = {
  forms: {},
  anywhere: { questions: QUESTIONS },
  toParameters: ({ beneficiary_info: info, ...flat }) => ({
    ...flat,
    ...(info !== undefined && { beneficiary_info: JSON.stringify(info) }),
  }),
  async counterparties(exchange) {
    const rows = await readPages(PROVIDERS_A_PAGE, async ({ page = 1 }) => {
      const by = { page, per_page: PROVIDERS_A_PAGE };
      const answer: unknown = await (exchange as InstanceType<typeof Bitstamp>).publicGetTravelRuleVasps(by);
      const all = Array.isArray(answer) ? answer : (answer as { data?: unknown } | undefined)?.data;
      return { rows: all, next: () => ({ page: Number(page) + 1 }) };
    });
    return rows.map((row) => ({ id: String(row['uuid']), name: String(row['name']) }));
  },
};
