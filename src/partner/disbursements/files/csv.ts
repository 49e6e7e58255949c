import { csvLine } from '../../requests/index.ts';
import type { BankProfile } from './bank.ts';
import type { Sealing } from './lines.ts';

const COLUMNS = ['id', 'name', 'iban', 'bic', 'amount', 'currency', 'execution_date', 'text', 'message_id'];

/** For banks and tools that take no ISO 20022. */
export const csvFile = (bank: BankProfile, { messageId, executionDate, lines }: Sealing): string =>
  [
    COLUMNS,
    ...lines.map(({ id, name, iban, bic, amount, text }) => [
      id,
      name,
      iban,
      bic ?? null,
      amount,
      bank.currency,
      executionDate,
      text,
      messageId,
    ]),
  ]
    .map(csvLine)
    .join('');
