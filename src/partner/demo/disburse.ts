import { text } from 'node:stream/consumers';
import type { Actor } from '../../kernel/index.ts';
import { NO_KEYS } from '../../platform/personal-data/index.ts';
import {
  acceptAgreement,
  approveAll,
  blockPartner,
  cancelOwn,
  confirmDestination,
  confirmPayment,
  fetchFile,
  importAnswer,
  listBalances,
  profileOf,
  requestDisbursement,
  saveDestination,
  sealFile,
  showAgreement,
  wantsDocuments,
  type Bank,
  type BankProfile,
  type Issuer,
  type Method,
} from '../disbursements/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { at } from './history.ts';
import { FIRST_PARTNER } from './program.ts';

const DAY_MS = 86_400_000;

const CLOSED_ACCOUNT = 'AC04';

interface Partner {
  readonly partner_uid: string;
  readonly account_id: string;
}

/** How partners are paid. */
export interface Paying {
  readonly banks: readonly Bank[];
  /** Other ways to pay. */
  readonly methods: readonly Method[];
  readonly issuer: Issuer;
}

/** Disbursements in every state, made by the calls that people make, and with answers that a bank makes from the files. */
export async function disburse(
  context: FactsContext,
  { banks: named, methods, issuer }: Paying,
): Promise<void> {
  const now = context.clock.now();
  const actAs = (actor: Pick<Actor, 'id' | 'partnerUid'>, scope: string, daysAgo: number) =>
    at(
      {
        ...context,
        // A person would have to confirm steps with a second factor.
        actor: { kind: 'operator', tenant: context.actor.tenant, scopes: new Set([scope]), ...actor },
      },
      new Date(now.getTime() - daysAgo * DAY_MS),
    );
  const partner = ({ partner_uid: uid }: Pick<Partner, 'partner_uid'>, daysAgo: number) => {
    const id = uid === FIRST_PARTNER ? 'paula' : `${uid.toLowerCase()}@partners.example`;
    return actAs({ id, partnerUid: uid }, 'disbursements:edit', daysAgo);
  };
  const manager = (id: 'mara' | 'milan', daysAgo: number) => actAs({ id }, 'disbursements:manage', daysAgo);

  const { balances } = await listBalances(partner({ partner_uid: FIRST_PARTNER }, 0), issuer);
  const banks = named.map(profileOf);
  const own = balances.find(({ currency }) => banks.some((each) => each.currency === currency));
  const bank = banks.find(({ currency }) => currency === own?.currency);
  if (!own || !bank) return;
  const first: Partner = { partner_uid: FIRST_PARTNER, account_id: own.account_id };
  const [failing, returning, blocked, waiting, elsewhere] = await findOthers(context, bank.currency);
  if (!failing || !returning || !blocked || !waiting || !elsewhere) return;

  const save = (of: Partner, given: Parameters<typeof saveDestination>[2], daysAgo: number) =>
    saveDestination(partner(of, daysAgo), of.account_id, given, { methods, networks: [], personal: NO_KEYS });
  const confirm = ({ id }: { readonly id: string }) =>
    confirmDestination(manager('mara', 6.4), { id, coolingOffHours: 0 });
  const ask = async (of: Partner, daysAgo: number, amount?: string): Promise<number> => {
    const given = { account_id: of.account_id, ...(amount !== undefined && { amount }) };
    return (await requestDisbursement(partner(of, daysAgo), given, issuer)).number;
  };
  const seal = async (daysAgo: number): Promise<number> =>
    (await sealFile(manager('mara', daysAgo), { banks, issuer }, { bank: bank.code })).file.number;
  const send = async (daysAgo: number): Promise<string> =>
    text((await fetchFile(manager('mara', daysAgo), await seal(daysAgo))).content);
  const answer = (daysAgo: number, xml: string) =>
    importAnswer(manager('mara', daysAgo), banks, bank.code, Buffer.from(xml));

  const approve = (daysAgo: number, ...numbers: readonly number[]) =>
    approveAll(manager('milan', daysAgo), numbers, issuer);

  for (const [of, name, iban] of [
    [first, 'Paula Sørensen', 'DE89370400440532013000'],
    [failing, 'Quayside Media Ltd', 'GB29NWBK60161331926819'],
    [returning, 'José Álvarez', 'ES9121000418450200051332'],
    [blocked, 'Łukasz Wójcik', 'PL61109010140000071219812874'],
  ] as const) {
    await accept(partner(of, 6.6), issuer, name, iban.slice(0, 2));
    await confirm(await save(of, { name, iban }, 6.5));
  }

  const [method] = methods;
  if (method) {
    await accept(partner(elsewhere, 6.6), issuer, 'Nils Berg', 'SE');
    const account = 'nils@partners.example';
    await confirm(await save(elsewhere, { kind: 'external', method: method.code, account }, 6.5));
    const number = await ask(elsewhere, 6.3, '80');
    // The rest of the account, which waits for the other system.
    await approve(6.2, number, await ask(elsewhere, 6.3));
    await confirmPayment(actAs({ id: 'payments' }, 'disbursements:confirm', 6.1), {
      number,
      outcome: 'PAID',
      amount: '80',
      currency: bank.currency,
      reference: 'PAY-58103',
    });
  }

  const numbers = [await ask(first, 6, '120.50'), await ask(failing, 6, '75'), await ask(returning, 6, '90')];
  await approve(5.5, ...numbers);
  const [paid, failed, returned] = paymentsOf(await send(5));
  await answer(4.5, status(paid, 'ACSP'));
  await answer(4.4, status(failed, 'RJCT', CLOSED_ACCOUNT));
  const unknown = { ...paid, id: 'NOTPROVIDED', amount: '48.20' };
  await answer(3.5, statement(bank, [debit(paid), debit(returned), debit(unknown)]));
  await answer(2.5, statement(bank, [comeBack(returned, CLOSED_ACCOUNT)]));

  await approve(2, await ask(first, 2.2, '210'), await ask(first, 2.1, '64.90'));
  const [accepted] = paymentsOf(await send(1.5));
  await answer(1, status(accepted, 'ACSP'));

  await approve(0.8, await ask(first, 0.9, '95'));
  await seal(0.7);
  await approve(0.4, await ask(first, 0.5, '33.10'));
  const number = await ask(first, 0.3, '15');
  await cancelOwn(partner(first, 0.25), { number, reason: 'Wrong amount' });
  await ask(first, 0.2, '150');
  await ask(blocked, 0.2, '60');
  await blockPartner(manager('mara', 0.1), {
    partner_uid: blocked.partner_uid,
    reason: 'The yearly tax form is missing.',
  });
  await accept(partner(waiting, 0.2), issuer, 'Ana Petrović', 'HR');
  await save(waiting, { name: 'Ana Petrović', iban: 'HR1210010051863000160' }, 0.1);
}

/** Accepts documents, where the program issues them. */
async function accept(context: FactsContext, issuer: Issuer, name: string, country: string): Promise<void> {
  if (!wantsDocuments(issuer)) return;
  const { text_sha256 } = await showAgreement(context, issuer);
  const address = { town: 'Harbour', country };
  await acceptAgreement(context, issuer, { name, kind: 'person', address, text_sha256 });
}

/** The busiest partners with an account in a currency. */
const findOthers = ({ facts }: FactsContext, currency: string): Promise<Partner[]> =>
  facts.database.query<Partner>(
    `select partners.partner_uid, min(partner_account) as account_id
    from orders join partners using (partner_no) join partner_accounts using (partner_no)
    where partner_accounts.currency = $1 and partners.partner_uid <> '${FIRST_PARTNER}' and orders.trial is not true
    group by all order by count(*) desc, 1 limit 5`,
    [currency],
  );

interface Payment {
  /** Of its file. */
  readonly message: string;
  readonly id: string;
  readonly currency: string;
  readonly amount: string;
}

/** The payments of a pain.001, in its order. */
function paymentsOf(file: string): [Payment, Payment, Payment] {
  const message = /<MsgId>(.*?)</.exec(file)?.[1] ?? '';
  const found = file.matchAll(/<EndToEndId>(.*?)<.*?<InstdAmt Ccy="(.*?)">(.*?)</gs);
  const payments = Array.from(found, ([, id = '', currency = '', amount = '']) => ({
    message,
    id,
    currency,
    amount,
  }));
  return payments as [Payment, Payment, Payment];
}

/** A pain.002 about one payment. */
const status = ({ message, id }: Payment, code: string, reason = ''): string =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
    <GrpHdr><MsgId>S-${id}</MsgId></GrpHdr>
    <OrgnlGrpInfAndSts><OrgnlMsgId>${message}</OrgnlMsgId></OrgnlGrpInfAndSts>
    <OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${code}</TxSts>
      ${reason && `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`}</TxInfAndSts></OrgnlPmtInfAndSts>
  </CstmrPmtStsRpt></Document>`;

/** A camt.053 of our account. */
const statement = ({ iban }: BankProfile, entries: readonly string[]): string =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
    <Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${entries.join('')}
  </Stmt></BkToCstmrStmt></Document>`;

const entry = ({ id, currency, amount }: Payment, direction: 'DBIT' | 'CRDT', further = ''): string =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${further}</TxDtls></NtryDtls></Ntry>`;

const debit = (payment: Payment): string => entry(payment, 'DBIT');

const comeBack = (payment: Payment, reason: string): string =>
  entry(payment, 'CRDT', `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>`);
