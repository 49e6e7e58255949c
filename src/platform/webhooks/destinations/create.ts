import { invalid, Problem, type Context } from '../../../kernel/index.ts';
import type { Secrets } from '../../auth/index.ts';
import { command, run, type Facts } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { Sender } from '../send.ts';
import { makeSecret } from './secret.ts';
import { countDestinations, insertDestination, lockTenant, type DestinationRow } from './store.ts';

/** Each event is sent to all of them. */
const MAX_DESTINATIONS = 50;

/** What destinations are served with. */
export interface Webhooks {
  readonly secrets: Secrets;
  readonly sender: Sender;
}

export interface CreateDestination {
  readonly url: string;
  readonly events: readonly string[];
}

export interface WithSecret {
  readonly row: DestinationRow;
  /** Told only now. */
  readonly secret: string;
}

export async function createDestination(
  context: Context<Db>,
  { secrets, sender }: Webhooks,
  input: CreateDestination,
): Promise<WithSecret> {
  await checkUrl(input.url, sender);
  let shown = '';
  const { result } = await run(
    context,
    command({
      name: 'webhook.create',
      scope: 'webhooks:edit',
      lock: async (tx, _input: CreateDestination, { actor }) => {
        await lockTenant(tx, actor.tenant).execute();
        return countDestinations(tx, actor.tenant).executeTakeFirst();
      },
      decide({ total }: { total: string }, { url, events }, facts) {
        if (Number(total) >= MAX_DESTINATIONS) {
          throw new Problem(
            'unprocessable',
            `There are at most ${MAX_DESTINATIONS} destinations. Remove one.`,
          );
        }
        const secret = makeSecret(secrets, facts.id);
        shown = secret.shown;
        const row = toRow({ url, events }, secret.sealed, facts);
        return { change: row, audit: { subject: row.id, details: { url, events: row.events } } };
      },
      write: (tx, row) => insertDestination(tx, row).executeTakeFirst(),
    }),
    input,
  );
  return { row: result, secret: shown };
}

async function checkUrl(text: string, sender: Sender): Promise<void> {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw invalid({ url: ['must be an http:// or https:// URL'] });
  }
  if (url.username !== '' || url.password !== '') {
    throw invalid({ url: ['must not hold a name or a password: messages are signed instead'] });
  }
  const refusal = await sender.refuse(url);
  if (refusal === undefined) return;
  throw new Problem('unprocessable', `Messages may not go there: ${refusal}.`, {
    errors: { url: [refusal] },
  });
}

function toRow(
  { url, events }: CreateDestination,
  secret: Buffer,
  { id, actor, now }: Facts,
): DestinationRow {
  return {
    id,
    tenant: actor.tenant,
    url,
    events: [...new Set(events)],
    secret,
    previous_secret: null,
    previous_until: null,
    created_by: actor.id,
    created_at: now,
  };
}
