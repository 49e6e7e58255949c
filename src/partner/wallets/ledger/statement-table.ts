import { buffer } from 'node:stream/consumers';
import { csvLine, xlsxFile, type TextColumns } from '../../requests/index.ts';
import type { Statement } from './statement.ts';

const COLUMNS = ['created', 'id', 'kind', 'reason', 'reference', 'amount', 'balance', 'currency'];
const AMOUNTS: TextColumns = new Map([
  ['amount', 'number'],
  ['balance', 'number'],
]);

export const statementCsv = (statement: Statement): string => tableOf(statement).map(csvLine).join('');

/** The same as a workbook. */
export const statementXlsx = (statement: Statement): Promise<Buffer> =>
  buffer(xlsxFile([tableOf(statement)], AMOUNTS));

/** The lines between the opening and the closing balance, and their head. */
function tableOf({ account, opening_balance, lines, closing_balance }: Statement) {
  const { currency } = account;
  return [
    COLUMNS,
    [null, null, 'opening', 'Opening balance', null, null, opening_balance, currency],
    ...lines.map(({ created, id, kind, reason, reference, amount, balance }) => [
      created,
      id,
      kind,
      reason,
      reference,
      amount,
      balance,
      currency,
    ]),
    [null, null, 'closing', 'Closing balance', null, null, closing_balance, currency],
  ];
}
