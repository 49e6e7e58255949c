import type { Static } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import { entityTag } from '../../platform/http/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Policies } from './schema.ts';
import { selectCurrent, type PolicyRow } from './store.ts';
import { toPolicy } from './to-policy.ts';

export async function showPolicies({ actor, db }: Context<Db>): Promise<Static<typeof Policies>> {
  return toPolicies(await selectCurrent(db, actor.tenant).execute());
}

export function toPolicies(rows: readonly PolicyRow[]): Static<typeof Policies> {
  const policies = rows.map(toPolicy);
  const of = (wanted: 'ACTIVE' | 'PROPOSED') => policies.find(({ status }) => status === wanted) ?? null;
  const current = { active: of('ACTIVE'), proposed: of('PROPOSED') };
  return { ...current, etag: entityTag(current) };
}
