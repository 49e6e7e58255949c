import type { Static } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Policies } from './schema.ts';
import { selectCurrent } from './store.ts';
import { toPolicy } from './to-policy.ts';

export async function showPolicies({ actor, db }: Context<Db>): Promise<Static<typeof Policies>> {
  const policies = (await selectCurrent(db, actor.tenant).execute()).map(toPolicy);
  const of = (wanted: 'ACTIVE' | 'PROPOSED') => policies.find(({ status }) => status === wanted) ?? null;
  return { active: of('ACTIVE'), proposed: of('PROPOSED') };
}
