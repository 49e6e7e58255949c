import { Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Withdrawal } from './schema.ts';
import { selectWithdrawal } from './store.ts';
import { toWithdrawal } from './withdrawal.ts';

export async function getWithdrawal(
  { actor, db }: Context<Db>,
  { id }: { readonly id: string },
): Promise<Withdrawal> {
  const row = await selectWithdrawal(db, actor.tenant, id).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'There is no such withdrawal.');
  return toWithdrawal(row);
}
