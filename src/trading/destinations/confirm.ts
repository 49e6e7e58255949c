import { accountableFor, Problem, type Context } from '../../kernel/index.ts';
import { findAccountable } from '../../platform/auth/index.ts';
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
  async lock(tx, { id }: ConfirmInput, { actor }) {
    const row: DestinationRow | undefined = await lockDestination(tx, actor.tenant, id).executeTakeFirst();
    return row && { row, saver: await findAccountable(tx, row.created_by) };
  },
  approves: ({ row: { id, alias, kind, network, address, tag, account } }) => ({
    id,
    alias,
    kind,
    network,
    address,
    tag,
    account,
  }),
  decide({ row, saver }, _input, { actor, now }) {
    const { id, alias, kind, network, address, tag, account, created_by: savedBy } = row;
    if (row.confirmed_by !== null) {
      throw new Problem('invalid_transition', `The destination was confirmed by ${row.confirmed_by}.`);
    }
    const confirmedBy = actor.id;
    if (accountableFor(actor) === saver) {
      throw new Problem('unprocessable', 'Another person must confirm it: you saved it.');
    }
    return {
      change: { id, confirmedBy, now },
      audit: { subject: id, details: { alias, kind, network, address, tag, account, savedBy } },
    };
  },
  write: (tx, { id, confirmedBy, now }) => confirmRow(tx, id, confirmedBy, now).executeTakeFirst(),
});
