import { put, type FactRow } from '../../testing/facts.ts';
import { order, putProgram, putTerms, tariff } from '../../testing/program.ts';
import type { Facts, FactsContext } from '../handle/index.ts';

/** A program with orders in six months. */
export async function putMonths(context: FactsContext): Promise<void> {
  await putProgram(context);
  await putTerms(context);
  await put(
    context,
    'orders',
    ...Array.from({ length: 60 }, (_, ticket) => {
      const day = `2024-0${1 + (ticket % 6)}-${String(10 + (ticket % 15)).padStart(2, '0')}`;
      return order(ticket + 1, {
        client_account: ticket % 2 === 0 ? '9001' : '9002',
        opened_at: `${day}T10:00:00Z`,
        closed_at: `${day}T15:30:00Z`,
      });
    }),
  );
}

/** A tariff for all partners from a day on, instead of 10 USD a lot. */
export const forAll = (reward_size: string, valid_from = '2024-01-01'): FactRow =>
  tariff('*', {
    formula_code: 'formula_forex',
    reward_size_currency: 'USD',
    reward_size,
    second_level_percent: '10',
    valid_from,
  });

export async function readOrders({ database }: Pick<Facts, 'database'>): Promise<unknown> {
  return database.query(
    'select * exclude (partner_no, parent_no, client_no, account_no) from orders order by ticket',
  );
}
