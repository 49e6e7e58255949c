import type { Static } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { readPage } from '../page.ts';
import type { WithdrawalPage, WithdrawalQuery } from './schema.ts';
import { countWithdrawals, selectPage } from './store.ts';
import { toWithdrawal } from './withdrawal.ts';

/** One page, newest first. */
export async function listWithdrawals(
  { actor, db }: Context<Db>,
  { pageNumber, pageSize, ...filter }: WithdrawalQuery,
): Promise<Static<typeof WithdrawalPage>> {
  const wanted = { ...filter, tenant: actor.tenant };
  return readPage({ pageNumber, pageSize }, async ({ limit, offset }) => {
    const [{ total }, rows] = await Promise.all([
      countWithdrawals(db, wanted).executeTakeFirstOrThrow(),
      limit === 0 ? [] : selectPage(db, wanted, limit, offset).execute(),
    ]);
    return { total: Number(total), items: rows.map(toWithdrawal) };
  });
}
