import { Decimal } from '../../kernel/index.ts';
import type { Db, Tx } from '../../platform/postgres/index.ts';
import { lockAccounts, selectFigures } from './store.ts';

/** Of one account on a day. The balance is what is held and what is cleared; what was earned is the balance and what was paid. */
export interface Figures {
  readonly balance: Decimal;
  /** What is still to be cleared. */
  readonly held: Decimal;
  /** The rest of the balance; negative when more was taken back than is there. */
  readonly cleared: Decimal;
  readonly reserved_rebates: Decimal;
  readonly reserved_disbursements: Decimal;
  /** What can be disbursed. */
  readonly available: Decimal;
  /** What later credits fill first. */
  readonly debt: Decimal;
  /** What was disbursed and did not come back. */
  readonly paid: Decimal;
}

type FiguresOf = (id: string) => Figures;

/** An account that was never opened has zeros. */
export async function readFigures(db: Db, ids: readonly string[], at: Date): Promise<FiguresOf> {
  const rows = await selectFigures(db, ids, dayOf(at)).execute();
  const figures = new Map(rows.map((row) => [row.id, toFigures(row)]));
  return (id) => figures.get(id) ?? NONE;
}

/** The same, and nothing changes them until the transaction ends. */
export async function lockFigures(tx: Tx, ids: readonly string[], at: Date): Promise<FiguresOf> {
  // A statement that waits for a lock reads other tables as they were before it waited, so the figures are read by the next.
  await lockAccounts(tx, ids).execute();
  return readFigures(tx, ids, at);
}

export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

type Sums = Record<'balance' | 'held' | 'reserved_rebates' | 'reserved_disbursements' | 'paid', string>;

function toFigures(sums: Sums): Figures {
  const balance = Decimal.parse(sums.balance);
  const held = Decimal.parse(sums.held);
  const reserved_rebates = Decimal.parse(sums.reserved_rebates);
  const reserved_disbursements = Decimal.parse(sums.reserved_disbursements);
  const cleared = balance.minus(held);
  return {
    balance,
    held,
    cleared,
    reserved_rebates,
    reserved_disbursements,
    available: atLeastZero(cleared.minus(reserved_rebates).minus(reserved_disbursements)),
    debt: atLeastZero(Decimal.ZERO.minus(cleared)),
    paid: Decimal.parse(sums.paid),
  };
}

const atLeastZero = (amount: Decimal): Decimal => (amount.compare(Decimal.ZERO) < 0 ? Decimal.ZERO : amount);

const NONE = toFigures({
  balance: '0',
  held: '0',
  reserved_rebates: '0',
  reserved_disbursements: '0',
  paid: '0',
});
