import type { Db } from '../../platform/postgres/index.ts';
import { readPayouts } from '../crediting/index.ts';
import type { MadePayment, Payment } from './schema.ts';

interface Paid<P> {
  readonly credited: readonly P[];
}

/** Adds to each payment what its payout was. */
export async function withPayouts<T extends Paid<Payment>>(
  db: Db,
  items: readonly T[],
): Promise<(Omit<T, 'credited'> & Paid<MadePayment>)[]> {
  const numbers = items.flatMap(({ credited }) => credited.map(({ payout }) => payout));
  const payouts = await readPayouts(db, numbers);
  return items.map((item) => ({
    ...item,
    credited: item.credited.map((payment) => {
      const made = payouts.get(payment.payout);
      if (!made) throw new Error(`Payout ${payment.payout} is in the fact store and not in the ledger.`);
      return { ...payment, payout_kind: made.kind, credited_at: made.created_at };
    }),
  }));
}
