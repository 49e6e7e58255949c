import { Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { SavedDestination } from './schema.ts';
import { confirmDestination as confirmRow, lockDestination, type DestinationRow } from './store.ts';
import { toDestination } from './to-destination.ts';

interface ConfirmInput {
  readonly id: string;
}

/** Makes a saved destination known to policies. The person who saved it cannot confirm it. */
export async function confirmDestination(
  context: Context<Db>,
  input: ConfirmInput,
): Promise<SavedDestination> {
  const { result } = await run(context, confirm, input);
  return toDestination(result);
}

const confirm = command({
  name: 'destination.confirm',
  scope: 'admin',
  lock: (tx, { id }: ConfirmInput, { actor }) => lockDestination(tx, actor.tenant, id).executeTakeFirst(),
  decide(row: DestinationRow, _input, { actor, now }) {
    const { id, alias, kind, network, address, tag, account, created_by: savedBy } = row;
    if (row.confirmed_by !== null) {
      throw new Problem('invalid_transition', `The destination was confirmed by ${row.confirmed_by}.`);
    }
    const confirmedBy = actor.id;
    if (confirmedBy === savedBy) {
      throw new Problem('unprocessable', 'Another person must confirm it: you saved it.');
    }
    return {
      change: { id, confirmedBy, now },
      audit: { subject: id, details: { alias, kind, network, address, tag, account, savedBy } },
    };
  },
  write: (tx, { id, confirmedBy, now }) => confirmRow(tx, id, confirmedBy, now).executeTakeFirst(),
});
