import { faultIn, like, oneOf, text, type Asking, type Wanted } from '../../../testing/strict.ts';
import { dialect } from './server.ts';

const EXCHANGE = 'WALLET_TYPE_EXCHANGE';
const walletType = { beneficiary_wallet_type: oneOf(EXCHANGE, 'WALLET_TYPE_SELF_HOSTED') };
const isSelf = { is_self: oneOf('IS_SELF_TRUE', 'IS_SELF_FALSE') };
const whole: Wanted = {
  address1: text,
  city: text,
  state: text,
  country: like(/^[A-Z]{2}$/),
  postal_code: text,
};
const address = (wanted: Wanted) => ({
  beneficiary_address: (value: unknown) => faultIn(value, () => wanted) === undefined,
});

const FORMS: Readonly<Record<string, (isHosted: boolean) => Wanted>> = {
  CA: (isHosted) => ({ ...walletType, ...(isHosted && { beneficiary_name: text, ...address(whole) }) }),
  BM: () => ({ ...walletType, ...isSelf, beneficiary_name: text }),
  GB: (isHosted) => ({
    ...walletType,
    ...isSelf,
    beneficiary_name: text,
    ...address({ country: like(/^[A-Z]{2}$/) }),
    ...(isHosted && { beneficiary_financial_institution: text }),
  }),
};

export function askingIn(code: string): Asking {
  const forms: unknown[] = [];
  const faults: string[] = [];
  const form = FORMS[code];
  if (!form) throw new Error(`Nobody knows the form of ${code}.`);
  const judge = (answers: unknown) =>
    faultIn(answers, ({ beneficiary_wallet_type: type }) => form(type === EXCHANGE));
  return {
    forms,
    faults,
    fault: judge,
    dialect: {
      ...dialect,
      answer(core, request) {
        const isSent = request.method === 'POST' && request.path.endsWith('/transactions');
        if (!isSent) return dialect.answer(core, request);
        const { travel_rule_data: answers } = JSON.parse(request.signed) as { travel_rule_data?: unknown };
        forms.push(answers);
        const wrong = judge(answers);
        if (wrong === undefined) return dialect.answer(core, request);
        faults.push(wrong);
        return { status: 400, body: { errors: [{ id: 'validation_error', message: wrong }] } };
      },
    },
  };
}
