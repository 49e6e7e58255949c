import type { Static } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { WithdrawalPage, WithdrawalQuery } from './schema.ts';
import { countWithdrawals, selectPage } from './store.ts';
import { toWithdrawal } from './withdrawal.ts';

/** One page, newest first. */
export async function listWithdrawals(
  { actor, db }: Context<Db>,
  { pageNumber = 0, pageSize = 20, ...filter }: WithdrawalQuery,
): Promise<Static<typeof WithdrawalPage>> {
  const wanted = { ...filter, tenant: actor.tenant };
  const [{ total }, rows] = await Promise.all([
    countWithdrawals(db, wanted).executeTakeFirstOrThrow(),
    pageSize === 0 ? [] : selectPage(db, wanted, pageSize, pageNumber * pageSize).execute(),
  ]);
  const totalElements = Number(total);
  return {
    content: rows.map(toWithdrawal),
    totalElements,
    totalPages: pageSize === 0 ? 0 : Math.ceil(totalElements / pageSize),
    size: pageSize,
    number: pageNumber,
    pageable: { pageNumber, pageSize },
  };
}
