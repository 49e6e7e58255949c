import { faultIn, like, oneOf, text, type Asking, type Wanted } from '../../../testing/strict.ts';
import { dialect } from './server.ts';

const hosted: Wanted = {
  exchId: text,
  rcvrFirstName: text,
  rcvrLastName: text,
  rcvrCountry: like(/^[A-Z]{2}$/),
  rcvrCountrySubDivision: text,
  rcvrTownName: text,
  rcvrStreetName: text,
};

/** In the EEA nothing is paid out to private wallets. */
export function askingIn(code: string): Asking {
  const forms: unknown[] = [];
  const faults: string[] = [];
  const types = code === 'BS' ? ['exchange', 'private'] : ['exchange'];
  const judge = (answers: unknown) =>
    faultIn(answers, ({ walletType }) => ({
      walletType: oneOf(...types),
      ...(walletType === 'exchange' && hosted),
    }));
  return {
    forms,
    faults,
    fault: judge,
    dialect: {
      ...dialect,
      answer(core, request) {
        if (request.path === '/api/v5/asset/exchange-list')
          return { body: { code: '0', msg: '', data: [{ exchId: 'did:ethr:0x1', exchName: 'Kraken' }] } };
        if (`${request.method} ${request.path}` !== 'POST /api/v5/asset/withdrawal')
          return dialect.answer(core, request);
        const { rcvrInfo } = JSON.parse(request.signed) as { rcvrInfo?: unknown };
        forms.push(rcvrInfo);
        const wrong = judge(rcvrInfo);
        if (wrong === undefined) return dialect.answer(core, request);
        faults.push(wrong);
        return { body: { code: '58237', msg: `Invalid rcvrInfo: ${wrong}`, data: [] } };
      },
    },
  };
}
