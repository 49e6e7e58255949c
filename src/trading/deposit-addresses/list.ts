import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { DepositAddressQuery, DepositAddressView } from './schema.ts';
import { selectAddresses } from './store.ts';
import { toView } from './view.ts';

const MAX_ADDRESSES = 1_000;

/** Those that we have been shown, also the replaced ones. */
export async function listAddresses(
  { actor, db }: Context<Db>,
  query: DepositAddressQuery,
): Promise<DepositAddressView[]> {
  return (await selectAddresses(db, actor.tenant, query, MAX_ADDRESSES).execute()).map(toView);
}
