import { csvLine } from '../../requests/index.ts';
import type { FileWriter } from './lines.ts';

const COLUMNS = ['id', 'name', 'iban', 'bic', 'amount', 'currency', 'execution_date', 'text', 'message_id'];

/** For banks and tools that take no ISO 20022. */
export const csvFile: FileWriter = {
  head: () => csvLine(COLUMNS),
  line: ({ currency }, { messageId, executionDate }, { id, name, iban, bic, amount, text }) =>
    csvLine([id, name, iban, bic ?? null, amount, currency, executionDate, text, messageId]),
  tail: '',
};
