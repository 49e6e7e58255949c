import { invalid, newId, Problem, type Context } from '../../../kernel/index.ts';
import type { Secrets } from '../../auth/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { Sender } from '../send.ts';
import { ownerOf } from './owner.ts';
import { makeSecret } from './secret.ts';
import {
  countDestinations,
  insertDestination,
  lockTenant,
  type DestinationRow,
  type Owner,
} from './store.ts';

/** Each event is sent to all of them. */
const MAX_DESTINATIONS = 50;

export interface Webhooks {
  readonly secrets: Secrets;
  readonly sender: Sender;
}

export interface CreateDestination {
  readonly url: string;
  readonly events: readonly string[];
}

interface NewDestination extends CreateDestination {
  readonly owner: Owner;
  readonly id: string;
  readonly sealed: Buffer;
}

export interface WithSecret {
  readonly row: DestinationRow;
  /** Cannot be shown again. */
  readonly secret: string;
}

export async function createDestination(
  context: Context<Db>,
  { secrets, sender }: Webhooks,
  input: CreateDestination,
): Promise<WithSecret> {
  await checkUrl(input.url, sender);
  const id = newId(context.clock.now());
  const { sealed, shown } = makeSecret(secrets, id);
  const { result } = await run(context, create, { ...input, owner: ownerOf(context), id, sealed });
  return { row: result, secret: shown };
}

const create = command({
  name: 'webhook.create',
  scope: 'webhooks:edit',
  async lock(tx, { owner }: NewDestination) {
    await lockTenant(tx, owner.tenant).execute();
    return countDestinations(tx, owner).executeTakeFirst();
  },
  decide({ total }: { total: string }, { owner, id, url, events, sealed }, { actor, now }) {
    if (Number(total) >= MAX_DESTINATIONS) {
      throw new Problem(
        'unprocessable',
        `A tenant can have ${MAX_DESTINATIONS} destinations. Remove one first.`,
      );
    }
    const row: DestinationRow = {
      id,
      ...owner,
      url,
      events: [...new Set(events)],
      secret: sealed,
      previous_secret: null,
      previous_until: null,
      paused: false,
      created_by: actor.id,
      created_at: now,
    };
    return { change: row, audit: { subject: id, details: { url, events: row.events } } };
  },
  write: (tx, row) => insertDestination(tx, row).executeTakeFirst(),
});

/** Refuses a URL that messages cannot be sent to. */
export async function checkUrl(text: string, sender: Sender): Promise<void> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw invalid({ url: ['must be an http:// or https:// URL'] });
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid({ url: ['must not contain a user name or password: messages are signed instead'] });
  }
  const refusal = await sender.refuse(url);
  if (refusal === undefined) return;
  throw new Problem('unprocessable', `Messages cannot be sent to this URL: ${refusal}.`, {
    errors: { url: [refusal] },
  });
}
