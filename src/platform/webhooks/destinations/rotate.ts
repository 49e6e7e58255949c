import { later, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { Webhooks, WithSecret } from './create.ts';
import { ownerOf } from './owner.ts';
import { makeSecret } from './secret.ts';
import { lockDestination, replaceSecret, type DestinationRow } from './store.ts';

const OVERLAP_MS = 24 * 3_600_000;

interface RotateInput {
  readonly id: string;
  readonly sealed: Buffer;
}

/** Replaces the secret of a destination. The old one also signs for another day, so that no message is refused. */
export async function rotateSecret(
  context: Context<Db>,
  { secrets }: Webhooks,
  { id }: { readonly id: string },
): Promise<WithSecret> {
  const { sealed, shown } = makeSecret(secrets, id);
  const { result } = await run(context, rotate, { id, sealed });
  return { row: result, secret: shown };
}

const rotate = command({
  name: 'webhook.rotate',
  scope: 'webhooks:edit',
  lock: (tx, { id }: RotateInput, context) => lockDestination(tx, ownerOf(context), id).executeTakeFirst(),
  decide({ id, secret }: DestinationRow, { sealed }, { now }) {
    const previous_until = later(now, OVERLAP_MS);
    return {
      change: { id, secret: sealed, previous_secret: secret, previous_until },
      audit: { subject: id, details: { previousUntil: previous_until.toISOString() } },
    };
  },
  write: (tx, { id, ...change }) => replaceSecret(tx, id, change).executeTakeFirst(),
});
