import { Problem, type Context } from '../../../kernel/index.ts';
import { findAccountable } from '../../../platform/auth/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import { toDetail } from './expand.ts';
import type { WithdrawalDetail } from '../schema.ts';
import { selectWithdrawal } from '../store.ts';
import { selectExpanded, type ReadRow } from './store.ts';

interface GetInput {
  readonly id: string;
  readonly expand?: 'approvals' | undefined;
}

export async function getWithdrawal(
  { actor, db, clock }: Context<Db>,
  { id, expand }: GetInput,
): Promise<WithdrawalDetail> {
  const select = expand === undefined ? selectWithdrawal : selectExpanded;
  const row: ReadRow | undefined = await select(db, actor.tenant, id).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'There is no such withdrawal.');
  const now = clock.now();
  return toDetail(row, { actor, people: await findAccountable(db, { by: actor.id, at: now }), now });
}
