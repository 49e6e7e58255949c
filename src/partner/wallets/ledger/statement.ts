import { Decimal, Problem } from '../../../kernel/index.ts';
import { findAccount, toEntry } from './list.ts';
import type { LedgerEntry, WalletAccount } from '../schema.ts';
import { selectBalance, selectEntriesBetween } from './store.ts';
import type { FactsContext } from '../../facts/handle/index.ts';

const MAX_LINES = 10_000;

export interface Statement {
  readonly account: WalletAccount;
  readonly month: string;
  readonly opening_balance: Decimal;
  readonly lines: readonly LedgerEntry[];
  readonly closing_balance: Decimal;
}

/** The entries of a month (UTC), oldest first, between the balances before and after it. */
export async function makeStatement(context: FactsContext, id: string, month: string): Promise<Statement> {
  const start = new Date(`${month}-01T00:00:00.000Z`);
  const end = new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1));
  if (start > context.clock.now()) {
    throw new Problem('unprocessable', `${month} has not begun yet (UTC).`);
  }
  const account = await findAccount(context, id);
  // One statement reads the entries and the balance before them, so that both are of one state.
  const rows = await selectEntriesBetween(context.db, id, start, end, MAX_LINES + 1).execute();
  if (rows.length > MAX_LINES) {
    throw new Problem(
      'unprocessable',
      `${month} has more than ${MAX_LINES} entries: read them page by page.`,
    );
  }
  const lines = rows.map(toEntry);
  const [first] = lines;
  const last = lines.at(-1);
  const before = first
    ? first.balance.minus(first.amount)
    : Decimal.parse((await selectBalance(context.db, id, start).executeTakeFirstOrThrow()).balance);
  return {
    account,
    month,
    opening_balance: before.trim(),
    lines,
    closing_balance: last?.balance ?? before.trim(),
  };
}
