import { Decimal } from '../../../kernel/index.ts';
import { money, Paper } from '../../requests/index.ts';
import { writtenForm } from '../destinations/index.ts';
import type { BillingDetails, Document } from './schema.ts';

const TITLES = { invoice: 'Self-billing invoice', credit_note: 'Self-billing credit note' } as const;

/** The document on A4 pages, the same every time. */
export async function documentPdf(document: Document): Promise<Buffer> {
  const { number, kind, issued_on, issuer, partner, corrects, currency } = document;
  const paper = await Paper.open(`${TITLES[kind]} ${number}`, new Date(issued_on));
  paper.heading(TITLES[kind], number);
  paper.facts(
    [
      ['Issued on', issued_on],
      ...(corrects ? [['Corrects', `${corrects.number} of ${corrects.issued_on}`] as const] : []),
      ...(document.reason === null ? [] : [['Reason', document.reason] as const]),
      ['Supplier', `${partner.name}, ${addressOf(partner)}`],
      ...(partner.vat_id === undefined ? [] : [['VAT id of the supplier', partner.vat_id] as const]),
      ['Customer', `${issuer.name}, ${issuer.address}`],
      ...(issuer.vat_id === null ? [] : [['VAT id of the customer', issuer.vat_id] as const]),
      ['Services', `${document.period_from} to ${document.period_to}`],
      ['Disbursement', `${document.disbursement_number}, account ${document.account_id}`],
    ].map(([title = '', value = '']) => [title, latin(value)]),
  );
  const [net, vat, total] = [document.net, document.vat, document.total].map((amount) =>
    money(Decimal.parse(amount)),
  ) as [string, string, string];
  paper.table([
    { title: 'Service' },
    { title: `Net (${currency})`, numbers: [net] },
    { title: 'VAT rate', numbers: [] },
    { title: `VAT (${currency})`, numbers: [vat] },
    { title: `Total (${currency})`, numbers: [total] },
  ]);
  paper.row([latin(document.service), net, `${document.vat_rate} %`, vat, total]);
  paper.row(['Total', net, '', vat, total], true);
  if (document.note !== null) paper.facts([['Note', latin(document.note)]]);
  return paper.end('Self-billing: issued by the customer in the name of the supplier.');
}

function addressOf({
  address: { street, building, postcode, town, country },
}: Pick<BillingDetails, 'address'>): string {
  const parts = [[street, building], [postcode, town], [country]];
  return parts
    .map((part) => part.filter((text) => text !== undefined).join(' '))
    .filter((text) => text !== '')
    .join(', ');
}

/** Letters that the fonts of PDF readers do not have, in the form in which banks write them. */
const latin = (text: string): string =>
  text.replaceAll(/[^\x20-\x7e\xa0-\xff]+/gu, (letters) => writtenForm(letters));
