import { Problem, type Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { getDestination } from '../destinations/index.ts';
import { selectDelivery } from './store.ts';

interface DeliveryInput {
  /** The destination. */
  readonly id: string;
  readonly messageId: string;
}

/** A delivery with the payload of its event and the answer to its last attempt. */
export async function getDelivery(context: Context<Db>, { id, messageId }: DeliveryInput) {
  await getDestination(context, { id });
  const row = await selectDelivery(context.db, id, messageId).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'There is no such delivery.');
  return row;
}
