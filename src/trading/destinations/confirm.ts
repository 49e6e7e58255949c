import { Problem, type Context } from '../../kernel/index.ts';
import { isSamePerson } from '../../platform/auth/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { toMark } from '../recipients/index.ts';
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
  return (await run(context, confirm, input)).result;
}

const confirm = command({
  name: 'destination.confirm',
  scope: 'admin',
  async lock(tx, { id }: ConfirmInput, { actor, clock }) {
    const row: DestinationRow | undefined = await lockDestination(tx, actor.tenant, id).executeTakeFirst();
    if (!row) return undefined;
    const own = { by: actor.id, at: clock.now() };
    const isOwn = await isSamePerson(tx, { by: row.created_by, at: row.created_at }, own);
    const { changed_by: by, changed_at: at } = row;
    const isChangedByOwn = by !== null && at !== null && (await isSamePerson(tx, { by, at }, own));
    return { row, isOwn: isOwn || isChangedByOwn };
  },
  approves({ row }) {
    const { id, alias, kind, network, address, tag, account } = row;
    const recipient = toMark(row);
    return { id, alias, kind, network, address, tag, account, ...(recipient && { recipient }) };
  },
  decide({ row, isOwn }, _input, { actor, now }) {
    const { id, alias, kind, network, address, tag, account, created_by: savedBy } = row;
    const { recipient_hash: recipient, changed_by: changedBy } = row;
    if (row.confirmed_by !== null) {
      throw new Problem('invalid_transition', `The destination was confirmed by ${row.confirmed_by}.`);
    }
    const confirmedBy = actor.id;
    if (isOwn) {
      throw new Problem(
        'unprocessable',
        'Another person must confirm it: it counts as saved or changed by you.',
      );
    }
    return {
      change: { id, confirmedBy, now },
      audit: {
        subject: id,
        details: {
          alias,
          kind,
          network,
          address,
          tag,
          account,
          savedBy,
          ...(recipient !== null && { recipient }),
          ...(changedBy !== null && { changedBy }),
        },
      },
    };
  },
  async write(tx, { id, confirmedBy, now }) {
    const row = await confirmRow(tx, id, confirmedBy, now).executeTakeFirst();
    return row && toDestination(row);
  },
});
