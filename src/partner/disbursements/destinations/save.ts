import { Problem, sha256, canonicalJson } from '../../../kernel/index.ts';
import { command, run } from '../../../platform/commands/index.ts';
import type { PersonalData } from '../../../platform/personal-data/index.ts';
import { insertRecipients, newRecipient, type RecipientRow } from '../../../platform/recipients/index.ts';
import type { FactsContext } from '../../facts/handle/index.ts';
import { partnerOf } from '../../requests/index.ts';
import { listAccounts } from '../../wallets/index.ts';
import { checkDestination, type Offers } from './check.ts';
import type { Destination, DestinationDetails, NewDestination } from './schema.ts';
import { insertDestination, lockPresent, updateDestination, type DestinationRow } from './store.ts';
import { toDestination } from './to-destination.ts';

interface Saving {
  readonly account_id: string;
  readonly partner_uid: string;
  readonly details: DestinationDetails;
  /** Who receives it, where the partner says so. */
  readonly recipient: RecipientRow | undefined;
}

/** What destinations are checked by, and what seals who receives there. */
interface Means extends Offers {
  readonly personal: PersonalData;
}

/** Saves where the money of an account is to go. It goes there when a manager has confirmed it. A dry run only checks it. */
export async function saveDestination(
  context: FactsContext,
  accountId: string,
  given: NewDestination,
  { personal, ...offers }: Means,
  dryRun = false,
): Promise<Destination> {
  const partner_uid = partnerOf(context.actor);
  const account = (await listAccounts(context)).find(({ id, type }) => id === accountId && type === 'reward');
  if (!account) throw new Problem('not_found', `There is no account ${accountId} that is paid out.`);
  const checked = checkDestination(given, account.currency, offers);
  const { row: recipient } = given.travel_rule
    ? newRecipient(context, personal, 'partner', given.travel_rule)
    : {};
  const details: DestinationDetails =
    recipient && checked.kind === 'chain'
      ? { ...checked, recipient: { id: recipient.id, hash: recipient.hash } }
      : checked;
  const input = { account_id: accountId, partner_uid, details, recipient };
  return (await run(context, save, input, { dryRun })).result;
}

const save = command({
  name: 'disbursement-destination.save',
  scope: 'disbursements:edit',
  lock: async (tx, { account_id }: Saving, { actor }) =>
    (await lockPresent(tx, actor.tenant, account_id).execute()) as DestinationRow[],
  approves: (_present, { account_id, details }) => ({ account_id, details: toApprove(details) }),
  decide(
    present: readonly DestinationRow[],
    { account_id, partner_uid, details, recipient }: Saving,
    { actor, now, id },
  ) {
    const row: DestinationRow = {
      id,
      tenant: actor.tenant,
      partner_uid,
      account_id,
      status: 'WAITING',
      details,
      saved_by: actor.id,
      saved_at: now,
      decided_by: null,
      decided_at: null,
      usable_from: null,
      reason: null,
    };
    const waiting = present.find(({ status }) => status === 'WAITING');
    return {
      change: { row, waiting, recipient },
      audit: { subject: id, details: { account_id, partner_uid, hash: hashOf(details) } },
    };
  },
  async write(tx, { row, waiting, recipient }) {
    if (recipient) await insertRecipients(tx, [recipient]).execute();
    if (waiting) await updateDestination(tx, waiting.id, 'WAITING', { status: 'REPLACED' }).execute();
    const made = await insertDestination(tx, row).executeTakeFirst();
    return made && toDestination(made);
  },
});

/** What a person confirms: who receives it by the keyed hash, because its id is another one at every request. */
export const toApprove = (details: DestinationDetails) =>
  details.kind === 'chain' && details.recipient
    ? { ...details, recipient: details.recipient.hash }
    : { ...details };

/** By which an audit entry names the details without telling them. */
export const hashOf = (details: DestinationDetails): string =>
  sha256(canonicalJson({ ...details })).toString('hex');
