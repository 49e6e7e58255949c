import { newId, type Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { Webhooks } from './create.ts';
import { getDestination } from './find.ts';
import type { Answer } from '../send.ts';
import { post } from '../post.ts';
import { keysOf } from './secret.ts';

/** Sends one `webhook.test` message immediately and returns the outcome. It is not retried. */
export async function testDestination(
  context: Context<Db>,
  { secrets, sender }: Webhooks,
  input: { readonly id: string },
): Promise<Answer> {
  const row = await getDestination(context, input);
  const now = context.clock.now();
  const message = { id: newId(now), type: 'webhook.test', at: now, data: { destination: row.id } };
  return post(sender, { url: row.url, message, keys: keysOf(secrets, row, now), now }, context.signal);
}
