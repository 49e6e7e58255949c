import { Problem, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import { ownerOf } from '../destinations/index.ts';
import { lockDelivery, retryDelivery, type DeliveryState } from './store.ts';
import { toDelivery } from './to-delivery.ts';

interface Message {
  /** The destination. */
  readonly id: string;
  readonly messageId: string;
}

/**
 * Sends a message again, immediately. One that was delivered or given up has all attempts again, and later events do not
 * wait for it.
 */
export async function sendAgain(context: Context<Db>, input: Message) {
  return (await run(context, retry, input)).result;
}

interface Found {
  readonly event_id: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly due_at: Date | null;
}

const retry = command({
  name: 'webhook.retry',
  scope: 'webhooks:edit',
  lock: (tx, { id, messageId }: Message, context) =>
    lockDelivery(tx, ownerOf(context), id, messageId).executeTakeFirst(),
  decide({ event_id, state, attempts, due_at }: Found, { id, messageId }, { now }) {
    if (state === 'PENDING' && due_at === null)
      throw new Problem('invalid_transition', 'It waits for an earlier event of its resource.');
    return {
      change: { id, event_id, now },
      audit: { subject: id, details: { messageId, attempts } },
    };
  },
  async write(tx, { id, event_id, now }) {
    const row = await retryDelivery(tx, id, event_id, now).executeTakeFirst();
    return row && toDelivery(row);
  },
});
