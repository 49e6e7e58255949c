import type { Static } from 'typebox';
import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../../platform/postgres/index.ts';
import type { DESTINATIONS, DESTINATIONS_QUERY } from './schema.ts';
import { countDestinations, selectDestinations } from './store.ts';
import { toDestination } from './to-destination.ts';

/** One page, newest first. */
export async function listDestinations(
  { db, actor: { tenant } }: Context<Db>,
  { limit = 100, offset = 0, ...query }: Static<typeof DESTINATIONS_QUERY>,
): Promise<Static<typeof DESTINATIONS>> {
  const filter = { status: query.status ?? null, partner: query.partner_uid ?? null };
  const { count } = await countDestinations(db, tenant, filter).executeTakeFirstOrThrow();
  const rows = await selectDestinations(db, tenant, filter, limit, offset).execute();
  return { destinations: rows.map(toDestination), count };
}
