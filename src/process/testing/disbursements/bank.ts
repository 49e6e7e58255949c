import { Big } from 'big.js';
import type { Random } from '../../../trading/withdrawals/testing/random.ts';

interface Payment {
  readonly number: number;
  readonly id: string;
  readonly amount: Big;
}

/** What the bank says about a refusal: the second reason is about the destination. */
const REASONS = ['FOCR', 'AC04'] as const;

/** A bank that has books of its own: what it was asked to pay, what it has paid, and what has come back. */
export class Bank {
  readonly iban: string;
  readonly paid = new Map<number, Big>();
  readonly returned = new Map<number, Big>();
  readonly rejected = new Set<number>();
  readonly #messages = new Map<number, string>();
  #references = 0;

  constructor(iban: string) {
    this.iban = iban;
  }

  /**
   * Takes a file and returns what it sends back in the end: permuted, with repeated bookings, and with debits of other
   * amounts and unknown ids between the true ones.
   */
  take(file: string, random: Random): string[] {
    const { message, payments } = this.#read(file);
    const statuses: string[] = [];
    const entries: string[] = [];
    for (const payment of payments) {
      const { number, id, amount } = payment;
      const fate = random.next();
      if (random.strikes(0.5)) statuses.push(status(id, 'ACSP'));
      if (random.strikes(0.2)) entries.push(this.#entry(id, amount.plus('0.01')));
      if (random.strikes(0.1)) entries.push(this.#entry('D999999999', amount));
      if (fate < 0.15) {
        this.rejected.add(number);
        statuses.push(status(id, 'RJCT', REASONS[random.below(2)]));
      } else if (fate < 0.9) {
        this.paid.set(number, amount);
        const debit = this.#entry(id, amount);
        entries.push(debit);
        if (random.strikes(0.3)) entries.push(debit);
        if (fate > 0.75) {
          const back = random.strikes(0.5) ? amount : amount.div(2).round(2, Big.roundUp);
          this.returned.set(number, back);
          entries.push(this.#entry(id, back, REASONS[random.below(2)]));
        }
      }
    }
    const answers = [
      ...(statuses.length > 0 ? [report(message, statuses)] : []),
      ...(entries.length > 0 ? [this.#statement(shuffle(entries, random))] : []),
    ];
    // The same file once more, or its records in another file.
    const again = answers.filter(() => random.strikes(0.3)).map((xml) => xml + '\n'.repeat(random.below(2)));
    return [...shuffle(answers, random), ...again];
  }

  /** Refuses a payment that another file has had. */
  #read(file: string): { message: string; payments: Payment[] } {
    const message = /<MsgId>(.*?)</.exec(file)?.[1] ?? '';
    const found = [...file.matchAll(/<EndToEndId>(D(\d+))<.*?<InstdAmt Ccy="EUR">(.*?)</gs)];
    const payments = found.map(([, id = '', number, amount = '']) => ({
      number: Number(number),
      id,
      amount: new Big(amount),
    }));
    for (const { number, id } of payments) {
      const before = this.#messages.get(number);
      if (before !== undefined) throw new Error(`The bank got ${id} in ${before} and in ${message}.`);
      this.#messages.set(number, message);
    }
    return { message, payments };
  }

  /** A debit, or with a reason the credit of a return. */
  #entry(id: string, amount: Big, reason?: string): string {
    const money = `<Amt Ccy="EUR">${amount.toFixed(2)}</Amt>`;
    const refs = `<Refs><AcctSvcrRef>R${(this.#references += 1)}</AcctSvcrRef><EndToEndId>${id}</EndToEndId></Refs>`;
    const back = reason === undefined ? '' : `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>`;
    return (
      `<Ntry>${money}<CdtDbtInd>${reason === undefined ? 'DBIT' : 'CRDT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>` +
      `<NtryDtls><TxDtls>${refs}${money}${back}</TxDtls></NtryDtls></Ntry>`
    );
  }

  #statement(entries: readonly string[]): string {
    return (
      '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>' +
      `<GrpHdr><MsgId>S${(this.#references += 1)}</MsgId></GrpHdr><Stmt><Id>S</Id>` +
      `<Acct><Id><IBAN>${this.iban}</IBAN></Id></Acct>${entries.join('')}</Stmt></BkToCstmrStmt></Document>`
    );
  }
}

const status = (id: string, code: string, reason?: string): string =>
  `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${code}</TxSts>` +
  `${reason === undefined ? '' : `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>`}</TxInfAndSts>`;

const report = (message: string, statuses: readonly string[]): string =>
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>' +
  `<GrpHdr><MsgId>P-${message}</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${message}</OrgnlMsgId></OrgnlGrpInfAndSts>` +
  `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${message}-1</OrgnlPmtInfId>${statuses.join('')}</OrgnlPmtInfAndSts>` +
  '</CstmrPmtStsRpt></Document>';

function shuffle<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((value) => ({ value, place: random.next() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ value }) => value);
}
