import { money, Paper } from '../../requests/index.ts';
import type { Statement } from './statement.ts';

const DATE_WIDTH = 84;

/** The statement on A4 pages. */
export async function statementPdf(statement: Statement, made: Date): Promise<Buffer> {
  const { account, month, opening_balance, lines, closing_balance } = statement;
  const paper = await Paper.open(`Statement ${account.id} ${month}`, made);
  const [opening, closing] = [money(opening_balance), money(closing_balance)];
  paper.heading('Account statement', monthName(month));
  paper.facts([
    ['Account', `${account.name} (${account.id})`],
    ['Currency', account.currency],
    ['Opening balance', opening],
    ['Closing balance', closing],
  ]);
  paper.table([
    { title: 'Date (UTC)', width: DATE_WIDTH },
    { title: 'Reason' },
    { title: 'Amount', numbers: lines.map(({ amount }) => money(amount)) },
    { title: 'Balance', numbers: [opening, closing, ...lines.map(({ balance }) => money(balance))] },
  ]);
  paper.row(['', 'Opening balance', '', opening], true);
  for (const { created, reason, amount, balance } of lines) {
    const date = created.toISOString().slice(0, 16).replace('T', ' ');
    paper.row([date, reason, money(amount), money(balance)]);
  }
  paper.row(['', 'Closing balance', '', closing], true);
  const day = made.toISOString().slice(0, 10);
  return paper.end(`Made ${day}. The lines add up from the opening to the closing balance.`);
}

const monthName = (month: string): string =>
  new Date(`${month}-01`).toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
