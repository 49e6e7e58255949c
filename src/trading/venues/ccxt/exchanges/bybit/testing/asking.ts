import { faultIn, like, oneOf, text, type Asking, type Wanted } from '../../../testing/strict.ts';
import { dialect } from './server.ts';

type Given = Record<string, unknown>;
const name = like(/^.{1,128}$/u);
const purpose = { transactionPurpose: like(/^.{20,500}$/u) };
const identity = {
  poiType: oneOf('ID_CARD', 'PASSPORT', 'DRIVERS', 'RESIDENCE_PERMIT', 'OTHER'),
  poiNumber: like(/^.{1,64}$/u),
  poiIssuingCountry: like(/^[A-Z]{3}$/),
  poiExpiredDate: like(/^\d{4}-\d{2}-\d{2}$/),
};
const representative = { representativeFirstName: name, representativeLastName: name };

/** By the country whose zone it is; as the page of 2026-07-24 has them. */
const ZONES: Readonly<Record<string, (given: Given) => Wanted>> = {
  DE: () => purpose,
  TR: () => ({ ...identity, ...purpose }),
  KZ: () => identity,
  IN: () => ({}),
  KR: ({ legalType }) => (legalType === 'company' ? representative : {}),
};

const common = ({ walletType, legalType }: Given): Wanted => ({
  walletType: oneOf(0, 1),
  legalType: oneOf('individual', 'company'),
  ...(walletType === 0 && { vaspCode: like(/^.{1,64}$/u) }),
  isSelfWallet: oneOf(true, false),
  ...(legalType === 'company' ? { companyName: like(/^.{1,256}$/u) } : { firstName: name, lastName: name }),
});

const say = (retCode: number, result: unknown = {}) => ({
  body: { retCode, retMsg: 'said', result, retExtInfo: {}, time: Date.now() },
});

export function askingIn(code: string): Asking {
  const forms: unknown[] = [];
  const faults: string[] = [];
  const zone = ZONES[code];
  if (!zone) throw new Error(`Nobody knows the zone of ${code}.`);
  const judge = (answers: unknown) => faultIn(answers, (given) => ({ ...common(given), ...zone(given) }));
  return {
    forms,
    faults,
    fault: judge,
    dialect: {
      ...dialect,
      answer(core, request) {
        if (request.path === '/v5/asset/withdraw/vasp/list')
          return say(0, { vasp: [{ vaspEntityId: 'kraken', vaspName: 'Kraken' }] });
        if (request.path !== '/v5/asset/withdraw/create') return dialect.answer(core, request);
        const { questionnaire } = JSON.parse(request.signed) as { questionnaire?: unknown };
        if (!text(questionnaire)) {
          faults.push('no form');
          return say(131074);
        }
        const answers: unknown = JSON.parse(String(questionnaire));
        forms.push(answers);
        const wrong = judge(answers);
        if (wrong === undefined) return dialect.answer(core, request);
        faults.push(wrong);
        return say(131068);
      },
    },
  };
}
