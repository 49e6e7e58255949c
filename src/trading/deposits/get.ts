import { Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { toDeposit } from './deposit.ts';
import type { Deposit } from './schema.ts';
import { selectDeposit } from './store.ts';

export async function getDeposit(
  { actor, db }: Context<Db>,
  { id }: { readonly id: string },
): Promise<Deposit> {
  const row = await selectDeposit(db, actor.tenant, id).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'There is no such deposit.');
  return toDeposit(row);
}
