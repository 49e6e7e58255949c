import { faultIn, like, oneOf, text, type Asking, type Wanted } from '../../../testing/strict.ts';
import { dialect } from './server.ts';

const day = like(/^\d{4}-\d{2}-\d{2}$/);
/** What may be there besides what must. */
const optional = (given: Record<string, unknown>, all: Wanted): Wanted =>
  Object.fromEntries(Object.entries(all).filter(([name]) => name in given));

const retail = (given: Record<string, unknown>): Wanted => ({
  first_name: text,
  last_name: text,
  ...optional(given, {
    date_of_birth: day,
    place_of_birth: text,
    id_type: text,
    id_number: text,
    street_and_house_number: text,
    city: text,
    zip: text,
    country: like(/^[A-Z]{2}$/),
  }),
});
const corporate = (given: Record<string, unknown>): Wanted => ({
  company_name: text,
  ...optional(given, { address: text, country: like(/^[A-Z]{2}$/), lei: text, company_id: text }),
});

const isInfo = (value: unknown): boolean => {
  const info = JSON.parse(String(value)) as Record<string, unknown>;
  const [name = '', ...more] = Object.keys(info);
  const wanted = { retail_info: retail, corporate_info: corporate }[name];
  return wanted !== undefined && more.length === 0 && faultIn(info[name], wanted) === undefined;
};

const judge = (answers: unknown) =>
  faultIn(answers, (given) => ({
    beneficiary_thirdparty: oneOf('true', 'false'),
    ...(given['beneficiary_thirdparty'] === 'true' && { beneficiary_info: isInfo }),
    ...optional(given, { vasp_uuid: text }),
  }));

export function askingIn(): Asking {
  const forms: unknown[] = [];
  const faults: string[] = [];
  return {
    forms,
    faults,
    fault: judge,
    dialect: {
      ...dialect,
      answer(core, request) {
        if (request.path === '/api/v2/travel_rule/vasps/')
          return { body: { data: [{ uuid: 'a1b2', name: 'Kraken' }], pagination: {} } };
        if (!request.path.endsWith('_withdrawal/')) return dialect.answer(core, request);
        const {
          amount: _amount,
          address: _address,
          ...answers
        } = Object.fromEntries(new URLSearchParams(request.signed));
        forms.push(answers);
        const wrong = judge(answers);
        if (wrong === undefined) return dialect.answer(core, request);
        faults.push(wrong);
        return { status: 400, body: { status: 'error', reason: wrong, response_code: '400.007' } };
      },
    },
  };
}
