import { csvLine } from '../requests/index.ts';
import type { Statement } from './statement.ts';

const COLUMNS = ['created', 'id', 'kind', 'reason', 'reference', 'amount', 'balance', 'currency'];

/** The lines between the opening and the closing balance. */
export function statementCsv({ account, opening_balance, lines, closing_balance }: Statement): string {
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
  ]
    .map(csvLine)
    .join('');
}
