import {
  type Context,
  type FieldErrors,
  noFieldErrors,
  Problem,
  refuseFieldErrors,
} from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { PersonalData } from '../../platform/personal-data/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { insertRecipients, newRecipient, type NewRecipient } from '../../platform/recipients/index.ts';
import type { VenueDirectory } from '../directory.ts';
import { checkDestination } from './check.ts';
import { destinationOccasion } from './notices.ts';
import type { NewDestination, SavedDestination } from './schema.ts';
import { insertDestination, type DestinationRow } from './store.ts';
import { toDestination } from './to-destination.ts';

/** Saves a destination under a name. Policies treat it as new until another person confirms it. */
export async function saveDestination(
  context: Context<Db>,
  { directory, personal }: { readonly directory: VenueDirectory; readonly personal: PersonalData },
  { travelRule, ...input }: NewDestination,
): Promise<SavedDestination> {
  checkShape({ ...input, ...(travelRule && { travelRule }) });
  const { kind, network = '', address = '', tag = null } = input;
  if (kind === 'blockchain') {
    const { errors } = await checkDestination(context, directory, { network, address, tag });
    refuseFieldErrors(errors, refuse);
  }
  const recipient = travelRule && newRecipient(context, personal, 'trading', travelRule);
  return (await run(context, save, { ...input, ...(recipient && { recipient }) })).result;
}

interface SaveInput extends Omit<NewDestination, 'travelRule'> {
  readonly recipient?: NewRecipient;
}

const save = command({
  name: 'destination.save',
  scope: 'admin',
  decide(_nothing: undefined, input: SaveInput, { id, actor, now }) {
    const { alias, kind, network = null, address = null, tag = null, recipient } = input;
    const account = kind === 'bank' ? (input.account ?? alias) : null;
    const details = { alias, kind, network, address, tag, account };
    const row: DestinationRow = {
      id,
      tenant: actor.tenant,
      ...details,
      created_by: actor.id,
      created_at: now,
      confirmed_by: null,
      confirmed_at: null,
      recipient_id: recipient?.row.id ?? null,
      recipient_hash: recipient?.row.hash ?? null,
      changed_by: null,
      changed_at: null,
    };
    return {
      change: { row, recipient: recipient?.row },
      audit: { subject: id, details: { ...details, ...(recipient && { recipient: recipient.row.hash }) } },
      jobs: [destinationOccasion(id)],
    };
  },
  async write(tx, { row, recipient }) {
    if (recipient) await insertRecipients(tx, [recipient]).execute();
    const saved = await insertDestination(tx, row).executeTakeFirst();
    if (!saved)
      throw new Problem('conflict', `The alias ${row.alias} is taken. Choose another or delete it first.`);
    return toDestination(saved);
  },
});

const FIELDS = {
  blockchain: { needed: ['network', 'address'], foreign: ['account'] },
  bank: { needed: [], foreign: ['network', 'address', 'tag', 'travelRule'] },
} as const;

function checkShape(input: NewDestination): void {
  const errors: FieldErrors = noFieldErrors();
  const { needed, foreign } = FIELDS[input.kind];
  for (const field of needed) if (input[field] === undefined) errors[field] = ['is required'];
  for (const field of foreign) {
    if ((input[field] ?? null) !== null)
      errors[field] = [`must be left out: ${input.kind} destinations have none`];
  }
  refuseFieldErrors(errors);
}

const refuse = (errors: FieldErrors): Problem =>
  new Problem('unprocessable', 'The destination is invalid.', { errors });
