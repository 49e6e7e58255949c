import { Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../postgres/index.ts';
import {
  countDeliveries,
  selectDeliveries,
  selectDestination,
  selectDestinations,
  type DeliveryState,
  type DestinationRow,
} from './store.ts';

/** Oldest first. */
export async function listDestinations({ actor, db }: Context<Db>): Promise<DestinationRow[]> {
  return selectDestinations(db, actor.tenant).execute();
}

export async function getDestination(
  { actor, db }: Context<Db>,
  { id }: { readonly id: string },
): Promise<DestinationRow> {
  const row = await selectDestination(db, actor.tenant, id).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'There is no such destination.');
  return row;
}

interface DeliveryQuery {
  readonly id: string;
  readonly state: DeliveryState | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Newest first, and how many there are in all. */
export async function listDeliveries(context: Context<Db>, { id, state, limit, offset }: DeliveryQuery) {
  await getDestination(context, { id });
  const [{ total }, rows] = await Promise.all([
    countDeliveries(context.db, id, state).executeTakeFirstOrThrow(),
    limit === 0 ? [] : selectDeliveries(context.db, id, state, limit, offset).execute(),
  ]);
  return { total: Number(total), rows };
}
