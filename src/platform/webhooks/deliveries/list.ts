import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { getDestination } from '../destinations/index.ts';
import { countDeliveries, selectDeliveries, type DeliveryState } from './store.ts';

interface DeliveryQuery {
  /** The destination. */
  readonly id: string;
  readonly state: DeliveryState | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Lists deliveries, newest first, with their total number. */
export async function listDeliveries(context: Context<Db>, { id, state, limit, offset }: DeliveryQuery) {
  await getDestination(context, { id });
  const [{ total }, rows] = await Promise.all([
    countDeliveries(context.db, id, state).executeTakeFirstOrThrow(),
    limit === 0 ? [] : selectDeliveries(context.db, id, state, limit, offset).execute(),
  ]);
  return { total: Number(total), rows };
}
