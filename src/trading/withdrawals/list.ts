import type { Static } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { readCounted, readPage } from '../page.ts';
import type { WithdrawalPage, WithdrawalQuery } from './schema.ts';
import { countWithdrawals, selectPage } from './store.ts';
import { toWithdrawal } from './withdrawal.ts';

/** One page, newest first. */
export async function listWithdrawals(
  context: Context<Db>,
  { pageNumber, pageSize, ...filter }: WithdrawalQuery,
): Promise<Static<typeof WithdrawalPage>> {
  const wanted = { ...filter, tenant: context.actor.tenant };
  return readPage(
    context,
    { pageNumber, pageSize },
    {
      read: (db, { limit, offset }) =>
        readCounted(selectPage(db, wanted, limit, offset), countWithdrawals(db, wanted)),
      toItem: toWithdrawal,
    },
  );
}
