import { Decimal } from '../../../kernel/index.ts';
import type { Tx } from '../../../platform/postgres/index.ts';
import { decimalsOf } from '../minor-units.ts';
import { treatmentOf, type Issuer } from './issuer.ts';
import type { Document } from './schema.ts';
import {
  insertDocuments,
  selectInvoices,
  selectUnbilled,
  takeSerials,
  type AgreementRow,
  type NewDocument,
} from './store.ts';

/** A disbursement that is about to be sent. */
interface Billed {
  readonly number: number;
  readonly account_id: string;
  readonly currency: string;
  readonly amount: string;
  /** Of its partner. */
  readonly agreement: AgreementRow;
}

interface Issuing {
  readonly tenant: string;
  readonly issuer: Issuer;
  readonly at: Date;
}

/** How many documents are issued at once: each is much larger than the line that it is for. */
const PAGE = 1000;

/** The country and the kind of partners whose documents say nothing about VAT, as `PT, company`. */
type Untreated = ReadonlySet<string>;

/** Issues an invoice for each disbursement, within the transaction that seals them. */
export async function issueInvoices(
  tx: Tx,
  { tenant, issuer, at }: Issuing,
  billed: readonly Billed[],
): Promise<Untreated> {
  const untreated = new Set<string>();
  if (billed.length === 0) return untreated;
  const accounts = [...new Set(billed.map(({ account_id }) => account_id))];
  const unbilled = await selectUnbilled(tx, tenant, accounts).execute();
  const from = new Map(unbilled.map(({ account_id, first_day }) => [account_id, first_day]));
  const numbering = await takeNumbers(tx, tenant, issuer.series, billed.length, at);
  for (let first = 0; first < billed.length; first += PAGE) {
    const page = billed.slice(first, first + PAGE);
    const made = page.map((line, index) => invoiceOf(line, first + index));
    await insertDocuments(tx, tenant, made).execute();
  }
  return untreated;

  function invoiceOf(line: Billed, index: number): NewDocument {
    const { account_id, agreement } = line;
    const { issuedOn } = numbering;
    const period_from = from.get(account_id) ?? issuedOn;
    from.set(account_id, issuedOn);
    const { details, text_sha256, accepted_at, partner_uid } = agreement;
    const treatment = treatmentOf(issuer, details);
    if (!treatment) untreated.add(`${details.address.country}, ${details.kind}`);
    const content: Document = {
      ...numbering.numberOf(index),
      kind: 'invoice',
      type_code: '389',
      issued_on: issuedOn,
      issuer: { name: issuer.name, address: issuer.address, vat_id: issuer.vatId || null },
      partner: { partner_uid, ...details },
      account_id,
      disbursement_number: line.number,
      corrects: null,
      reason: null,
      service: issuer.service,
      period_from,
      period_to: issuedOn,
      currency: line.currency,
      treatment: treatment ? 'configured' : 'none',
      vat_rate: treatment?.rate ?? '0',
      ...amountsOf(line.amount, treatment?.rate ?? '0', line.currency),
      note: treatment?.note ?? null,
      agreement: { text_sha256: text_sha256.toString('hex'), accepted_at: accepted_at.toISOString() },
    };
    return { ...numbering.placeOf(index), content };
  }
}

/** Of a series, without its year. */
const prefixOf = (series: string): string => series.slice(0, -'2024'.length);

/** What of a disbursement was not paid after all; absent means all of it. */
interface Unpaid {
  readonly number: number;
  readonly amount?: string | undefined;
}

/** Takes back the invoices of disbursements that have one, by credit notes that name them. */
export async function creditInvoices(
  tx: Tx,
  tenant: string,
  unpaid: readonly Unpaid[],
  { reason, at }: { readonly reason: string; readonly at: Date },
): Promise<void> {
  const amounts = new Map(unpaid.map(({ number, amount }) => [number, amount]));
  const invoices: { series: string; content: Document }[] = await selectInvoices(tx, [
    ...amounts.keys(),
  ]).execute();
  for (const prefix of new Set(invoices.map(({ series }) => prefixOf(series)))) {
    const some = invoices.filter(({ series }) => prefixOf(series) === prefix);
    const numbering = await takeNumbers(tx, tenant, prefix, some.length, at);
    const made = some.map(({ content: invoice }, index): NewDocument => {
      const amount = amounts.get(invoice.disbursement_number);
      const content: Document = {
        ...invoice,
        ...numbering.numberOf(index),
        kind: 'credit_note',
        type_code: '261',
        issued_on: numbering.issuedOn,
        corrects: { number: invoice.number, issued_on: invoice.issued_on },
        reason,
        ...(amount !== undefined && amountsOf(amount, invoice.vat_rate, invoice.currency)),
      };
      return { ...numbering.placeOf(index), content };
    });
    await insertDocuments(tx, tenant, made).execute();
  }
}

/** The next numbers of the series of a year, in their order. */
async function takeNumbers(tx: Tx, tenant: string, prefix: string, count: number, at: Date) {
  const day = at.toISOString().slice(0, 10);
  const series = `${prefix}${day.slice(0, 4)}`;
  const { last, issued_on: issuedOn } = await takeSerials(
    tx,
    tenant,
    series,
    count,
    day,
  ).executeTakeFirstOrThrow();
  const serialOf = (index: number): number => last - count + 1 + index;
  return {
    issuedOn,
    numberOf: (index: number) => ({ number: `${series}-${String(serialOf(index)).padStart(6, '0')}` }),
    placeOf: (index: number) => ({ series, serial: serialOf(index) }),
  };
}

/** A percentage has two decimals more as a fraction. */
const PERCENT_SCALE = 2;

function amountsOf(amount: string, rate: string, currency: string): Pick<Document, 'net' | 'vat' | 'total'> {
  const decimals = decimalsOf(currency) ?? 0;
  const net = Decimal.parse(amount).round(decimals, 'down');
  const { coefficient, scale } = Decimal.parse(rate);
  const vat = net.times(Decimal.of(coefficient, scale + PERCENT_SCALE)).round(decimals, 'half-away');
  return { net: net.toString(), vat: vat.toString(), total: net.plus(vat).toString() };
}
