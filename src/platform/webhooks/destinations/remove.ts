import type { Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import { ownerOf } from './owner.ts';
import { deleteDestination, lockDestination, type DestinationRow } from './store.ts';

/** Also removes its pending deliveries. */
export async function removeDestination(context: Context<Db>, input: { readonly id: string }): Promise<void> {
  await run(context, remove, input);
}

const remove = command({
  name: 'webhook.remove',
  scope: 'webhooks:edit',
  lock: (tx, { id }: { readonly id: string }, context) =>
    lockDestination(tx, ownerOf(context), id).executeTakeFirst(),
  decide: ({ id, url, events }: DestinationRow) => ({
    change: id,
    audit: { subject: id, details: { url, events } },
  }),
  write: (tx, id) => deleteDestination(tx, id).executeTakeFirst(),
});
