import { faultIn, like, oneOf, text, type Asking, type Wanted } from '../../../testing/strict.ts';
import { dialect, fault, refusalOf, showWithdrawal, withdraw } from './server.ts';

type Given = Record<string, unknown>;

const country = like(/^(?!hk|tw|mo)[a-z]{2}$/);
/** Digits, these signs and a letter three times are refused. */
const name = (value: unknown): boolean =>
  text(value) &&
  String(value).length <= 50 &&
  !/[0-9!@#$%^&*()_=.~`<>/:;?€£]/.test(String(value)) &&
  !/([A-Za-z])\1\1/.test(String(value));

const hosted = ({ vasp }: Given): Wanted => ({ vasp: text, ...(vasp === 'others' && { vaspName: text }) });
const sentTo = (given: Given): Wanted => ({
  sendTo: oneOf(1, 2),
  ...(given['sendTo'] === 2 && hosted(given)),
});
const owner = (given: Given, third: Wanted): Wanted => ({
  isAddressOwner: oneOf(1, 2),
  ...(given['isAddressOwner'] === 2 && { bnfType: oneOf(0, 1), ...third }),
});

function region({ vaspCountry }: Given): Wanted {
  if (vaspCountry === 'cn') return { vaspRegion: oneOf('notNortheasternProvinces', 'other') };
  return vaspCountry === 'ua' ? { vaspRegion: oneOf('other') } : {};
}

/** As the exchange's page of 2026-06-29 has them. */
const FORMS: Readonly<Record<string, (given: Given) => Wanted>> = {
  FR: (given) => ({
    ...owner(
      given,
      given['bnfType'] === 1
        ? { bnfCorpName: text, bnfCorpCountry: country }
        : { bnfFirstName: name, bnfLastName: name, country },
    ),
    ...sentTo(given),
    declaration: oneOf(true),
  }),
  AU: (given) => ({
    ...owner(
      given,
      given['bnfType'] === 1
        ? { bnfCorpName: text, bnfCorpCountry: country, bnfCorpCity: text }
        : { bnfFirstName: name, bnfLastName: name, country, city: text },
    ),
    ...sentTo(given),
    declaration: oneOf(true),
  }),
  JP: (given) => ({
    ...owner(given, { kanjiName: text, kanaName: text, latinName: name }),
    country,
    city: text,
    sendTo: oneOf(1, 2),
    ...(given['sendTo'] === 1 && { vasp: text, vaspCountry: country, ...region(given) }),
    txnPurpose: oneOf(1, 2, 4, 5, 6, 7),
    isAttested: oneOf(true),
  }),
  KZ: (given) => ({
    isAddressOwner: oneOf(true, false),
    ...(given['isAddressOwner'] === false && { bnfType: oneOf(0, 1), beneficiaryName: name }),
    beneficiaryCountry: country,
    beneficiaryCity: text,
    ...sentTo(given),
    txnPurpose: oneOf('service', 'goods', 'p2p', 'charity', 'others'),
    ...(given['txnPurpose'] === 'others' && { txnPurposeOthers: text }),
    isAttested: oneOf(true),
  }),
  ZA: (given) => ({
    ...owner(
      given,
      given['bnfType'] === 1 ? { bnfCorpName: text, bnfCorpCountry: country } : { bnfName: name, country },
    ),
    ...sentTo(given),
    declaration: oneOf(true),
  }),
  BH: (given) => ({
    ...owner(given, {
      ...(given['bnfType'] === 1 ? { bnfName: text } : { bnfFirstName: name, bnfLastName: name }),
      country,
      city: text,
    }),
    ...sentTo(given),
  }),
  AE: (given) => ({ ...owner(given, { bnfName: name, country, city: text }), ...sentTo(given) }),
};

/** How the exchange words that it accepts; the last one words nothing. */
export type Wording = 'accepted' | 'accpted' | 'neither';

/** An account of this country: the plain way is closed, and a form with any fault is refused with the status of a success. */
export function askingIn(code: string, wording: Wording = 'accepted'): Asking & { isListed: boolean } {
  const forms: unknown[] = [];
  const faults: string[] = [];
  const form = FORMS[code];
  if (!form) throw new Error(`Nobody knows the form of ${code}.`);
  const numbers = new Map<string, number>();
  const questionnaires = new Map<string, string | undefined>();
  const judge = (answers: unknown) => faultIn(answers, form);
  const asking: Asking & { isListed: boolean } = {
    forms,
    faults,
    fault: judge,
    /** Whether the list of withdrawals with answers shows them. */
    isListed: true,
    dialect: {
      ...dialect,
      operations: { ...dialect.operations, 'POST /sapi/v1/localentity/withdraw/apply': 'withdraw' },
      answer(core, request) {
        const input = Object.fromEntries(new URLSearchParams(request.signed));
        const refusal = request.path.startsWith('/sapi/') ? refusalOf(request) : undefined;
        if (refusal) return refusal;
        switch (`${request.method} ${request.path}`) {
          case 'GET /sapi/v1/localentity/questionnaire-requirements':
            return { body: { questionnaireCountryCode: code } };
          case 'GET /sapi/v1/localentity/vasp':
            return { body: [{ vaspName: 'Kraken', vaspCode: 'OLD', identifier: 'KRAKEN' }] };
          case 'POST /sapi/v1/capital/withdraw/apply':
            faults.push('plain');
            return fault(-4104, 'This endpoint is not available for your account.');
          case 'GET /sapi/v1/capital/withdraw/history':
            return { body: [] };
          case 'POST /sapi/v1/localentity/withdraw/apply': {
            const answers: unknown = JSON.parse(input['questionnaire'] ?? 'null');
            forms.push(answers);
            const wrong = judge(answers);
            if (wrong !== undefined) {
              faults.push(wrong);
              return { body: { trId: 0, accepted: false, info: `Questionnaire format not valid: ${wrong}` } };
            }
            const made = withdraw(core, input);
            const { id } = made.body as { id?: string };
            if (id === undefined) return made;
            numbers.set(id, 100 + numbers.size);
            questionnaires.set(id, input['questionnaire']);
            const said = wording === 'neither' ? {} : { [wording]: true };
            return { body: { trId: numbers.get(id), ...said, info: 'Withdrawal request accepted' } };
          }
          case 'GET /sapi/v2/localentity/withdraw/history': {
            const { withdrawOrderId, trId } = input;
            const rows = core.withdrawals
              .filter(({ reference }) => (withdrawOrderId ?? reference) === reference && asking.isListed)
              .filter(({ id }) => trId === undefined || String(numbers.get(id)) === trId)
              .map((one) => {
                const { status, ...row } = showWithdrawal(one);
                const trId = numbers.get(one.id);
                const questionnaire = questionnaires.get(one.id);
                return { ...row, trId, withdrawalStatus: status, travelRuleStatus: 0, questionnaire };
              });
            return { body: rows };
          }
          default:
            return dialect.answer(core, request);
        }
      },
    },
  };
  return asking;
}
