import { Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { PersonalData } from '../../platform/personal-data/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { insertRecipients, newRecipient, type NewRecipient } from '../../platform/recipients/index.ts';
import { destinationOccasion } from './notices.ts';
import type { RecipientChange, SavedDestination } from './schema.ts';
import { changeRecipient as changeRow, lockDestination, type DestinationRow } from './store.ts';
import { toDestination } from './to-destination.ts';

interface ChangeInput {
  readonly id: string;
  readonly recipient?: NewRecipient;
}

/** Says who receives what is sent to a saved destination. Policies treat it as new until another person confirms it. */
export async function changeRecipient(
  context: Context<Db>,
  personal: PersonalData,
  { id, travelRule }: RecipientChange & { readonly id: string },
): Promise<SavedDestination> {
  const recipient = travelRule === null ? undefined : newRecipient(context, personal, 'trading', travelRule);
  return (await run(context, change, { id, ...(recipient && { recipient }) })).result;
}

const change = command({
  name: 'destination.change-recipient',
  scope: 'admin',
  lock: (tx, { id }: ChangeInput, { actor }) => lockDestination(tx, actor.tenant, id).executeTakeFirst(),
  decide(row: DestinationRow, { recipient }, { actor, now }) {
    const { id, alias, kind, recipient_hash: before } = row;
    if (kind === 'bank') {
      throw new Problem(
        'unprocessable',
        'The destination is a bank account: venues ask nothing about those.',
      );
    }
    const after = recipient?.row ?? null;
    return {
      change: { id, recipient: after, by: actor.id, at: now },
      audit: { subject: id, details: { alias, before, recipient: after?.hash ?? null } },
      jobs: [destinationOccasion(id)],
    };
  },
  async write(tx, { id, recipient, by, at }) {
    if (recipient) await insertRecipients(tx, [recipient]).execute();
    const row = await changeRow(tx, id, {
      recipient_id: recipient?.id ?? null,
      recipient_hash: recipient?.hash ?? null,
      changed_by: by,
      changed_at: at,
    }).executeTakeFirst();
    return row && toDestination(row);
  },
});
