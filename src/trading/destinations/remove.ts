import type { Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { deleteDestination, lockDestination, type DestinationRow } from './store.ts';

interface RemoveInput {
  readonly id: string;
}

/** Withdrawals to it keep their own copy. */
export async function removeDestination(context: Context<Db>, input: RemoveInput): Promise<void> {
  await run(context, remove, input);
}

const remove = command({
  name: 'destination.remove',
  scope: 'admin',
  lock: (tx, { id }: RemoveInput, { actor }) => lockDestination(tx, actor.tenant, id).executeTakeFirst(),
  decide({ id, alias, kind, network, address, tag, account }: DestinationRow) {
    return { change: id, audit: { subject: id, details: { alias, kind, network, address, tag, account } } };
  },
  write: (tx, id) => deleteDestination(tx, id).executeTakeFirst(),
});
