import type { Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { Webhooks, WithSecret } from './create.ts';
import { makeSecret } from './secret.ts';
import { lockDestination, replaceSecret, type DestinationRow } from './store.ts';

const OVERLAP_MS = 24 * 3_600_000;

/** Gives the destination a new secret. The one before signs beside it for a day, so that no message is refused. */
export async function rotateSecret(
  context: Context<Db>,
  { secrets }: Webhooks,
  input: { readonly id: string },
): Promise<WithSecret> {
  let shown = '';
  const { result } = await run(
    context,
    command({
      name: 'webhook.rotate',
      scope: 'webhooks:edit',
      lock: (tx, { id }: { readonly id: string }, { actor }) =>
        lockDestination(tx, actor.tenant, id).executeTakeFirst(),
      decide(row: DestinationRow, _input, { now }) {
        const secret = makeSecret(secrets, row.id);
        shown = secret.shown;
        const previous_until = new Date(now.getTime() + OVERLAP_MS);
        return {
          change: { id: row.id, secret: secret.sealed, previous_secret: row.secret, previous_until },
          audit: { subject: row.id, details: { previousUntil: previous_until.toISOString() } },
        };
      },
      write: (tx, { id, ...change }) => replaceSecret(tx, id, change).executeTakeFirst(),
    }),
    input,
  );
  return { row: result, secret: shown };
}
