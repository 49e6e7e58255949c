import type { Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import { checkUrl, type Webhooks } from './create.ts';
import { ownerOf } from './owner.ts';
import { toDestination, type ShownDestination } from './show.ts';
import { lockDestination, updateDestination, type DestinationRow } from './store.ts';

interface ChangeDestination {
  readonly id: string;
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly paused?: boolean | undefined;
  /** Throws if the caller has not read the destination as it is. */
  readonly check: (before: DestinationRow) => void;
  /** Throws if the caller may not send events of these types to a URL. */
  readonly permit: (events: readonly string[]) => void;
}

/** Changes what is given. Pending messages go to the new URL; those of a paused destination wait. */
export async function changeDestination(
  context: Context<Db>,
  { sender }: Webhooks,
  input: ChangeDestination,
): Promise<ShownDestination> {
  if (input.url !== undefined) await checkUrl(input.url, sender);
  return (await run(context, change, input)).result;
}

const change = command({
  name: 'webhook.change',
  scope: 'webhooks:edit',
  lock: (tx, { id }: ChangeDestination, context) =>
    lockDestination(tx, ownerOf(context), id).executeTakeFirst(),
  decide(before: DestinationRow, { url, events, paused, permit, check }) {
    check(before);
    const after = {
      url: url ?? before.url,
      events: events ? [...new Set(events)] : before.events,
      paused: paused ?? before.paused,
    };
    if (url !== undefined || events !== undefined) permit(after.events);
    const { id } = before;
    return { change: { id, after }, audit: { subject: id, details: after } };
  },
  async write(tx, { id, after }) {
    const row = await updateDestination(tx, id, after).executeTakeFirst();
    return row && toDestination(row);
  },
});
