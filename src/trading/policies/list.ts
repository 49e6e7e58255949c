import type { Static } from 'typebox';
import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { readCounted, readPage } from '../../platform/lists/index.ts';
import type { PolicyPage, PolicyQuery } from './schema.ts';
import { countVersions, selectVersions } from './store.ts';
import { toPolicy } from './to-policy.ts';

/** One page of all versions, newest first. */
export async function listPolicies(
  context: Context<Db>,
  page: Static<typeof PolicyQuery>,
): Promise<Static<typeof PolicyPage>> {
  const { tenant } = context.actor;
  return readPage(context, page, {
    read: (db, { limit, offset }) =>
      readCounted(selectVersions(db, tenant, limit, offset), countVersions(db, tenant)),
    toItem: toPolicy,
  });
}
