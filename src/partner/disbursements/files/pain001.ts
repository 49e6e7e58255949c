import { writtenForm } from '../destinations/index.ts';
import type { BankProfile } from './bank.ts';
import type { FileWriter, Line } from './lines.ts';

/** A customer credit transfer of ISO 20022, version 03 or 09. The schema gives the order of the elements. */
export const pain001: FileWriter = {
  head(bank, { messageId, at, executionDate, total, count }) {
    const isNine = bank.format === 'pain.001.001.09';
    const sums = element('NbOfTxs', String(count)) + element('CtrlSum', total);
    const name = element('Nm', writtenForm(bank.name));
    const initiator =
      bank.initiatorId === undefined ? '' : nest('Id', 'OrgId', 'Othr')(element('Id', bank.initiatorId));
    const header = nest('GrpHdr')(
      element('MsgId', messageId) +
        element('CreDtTm', `${at.toISOString().slice(0, 19)}Z`) +
        sums +
        nest('InitgPty')(name + initiator),
    );
    const payment =
      element('PmtInfId', `${messageId}-1`) +
      element('PmtMtd', 'TRF') +
      element('BtchBookg', String(bank.batchBooking)) +
      sums +
      (bank.serviceLevel === '' ? '' : nest('PmtTpInf', 'SvcLvl')(element('Cd', bank.serviceLevel))) +
      nest('ReqdExctnDt')(isNine ? element('Dt', executionDate) : executionDate) +
      nest('Dbtr')(name) +
      nest('DbtrAcct', 'Id')(element('IBAN', bank.iban)) +
      nest('DbtrAgt', 'FinInstnId')(bank.bic === undefined ? NOT_PROVIDED : element(bicTag(bank), bank.bic)) +
      element('ChrgBr', bank.chargeBearer);
    return (
      `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${bank.format}">` +
      `<CstmrCdtTrfInitn>${header}<PmtInf>${payment}`
    );
  },
  line: (bank, _sealing, line) => transfer(line, bank, bicTag(bank)),
  tail: '</PmtInf></CstmrCdtTrfInitn></Document>\n',
};

const bicTag = ({ format }: BankProfile): string => (format === 'pain.001.001.09' ? 'BICFI' : 'BIC');

function transfer(line: Line, bank: BankProfile, bic: string): string {
  const agent = line.bic === undefined ? NOT_PROVIDED : element(bic, line.bic);
  const hasAgent = line.bic !== undefined || bank.withoutBic === 'NOTPROVIDED';
  const address = bank.address === 'structured' ? line.address.map(([tag, text]) => element(tag, text)) : [];
  return nest('CdtTrfTxInf')(
    nest('PmtId')((bank.instructionId ? element('InstrId', line.id) : '') + element('EndToEndId', line.id)) +
      nest('Amt')(`<InstdAmt Ccy="${bank.currency}">${line.amount}</InstdAmt>`) +
      (hasAgent ? nest('CdtrAgt', 'FinInstnId')(agent) : '') +
      nest('Cdtr')(
        element('Nm', line.name) + (address.length === 0 ? '' : nest('PstlAdr')(address.join(''))),
      ) +
      nest('CdtrAcct', 'Id')(element('IBAN', line.iban)) +
      nest('RmtInf')(element('Ustrd', line.text)),
  );
}

/** Texts are in the characters of banks, none of which XML would have to escape but those of the profile. */
const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const element = (tag: string, text: string): string => `<${tag}>${escape(text)}</${tag}>`;

const nest =
  (...tags: readonly string[]) =>
  (content: string): string =>
    tags.reduceRight((inner, tag) => `<${tag}>${inner}</${tag}>`, content);

const NOT_PROVIDED = nest('Othr')(element('Id', 'NOTPROVIDED'));
