import { Problem, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import { ownerOf } from '../destinations/index.ts';
import { lockDelivery, retryDelivery, type DeliveryState } from './store.ts';
import { toDelivery } from './to-delivery.ts';

interface ParkedMessage {
  /** The destination. */
  readonly id: string;
  readonly messageId: string;
}

/** Sends a parked message again, immediately and with all attempts. Later events do not wait for it. */
export async function retryParked(context: Context<Db>, input: ParkedMessage) {
  return (await run(context, retry, input)).result;
}

interface Found {
  readonly event_id: string;
  readonly state: DeliveryState;
  readonly attempts: number;
}

const retry = command({
  name: 'webhook.retry',
  scope: 'webhooks:edit',
  lock: (tx, { id, messageId }: ParkedMessage, context) =>
    lockDelivery(tx, ownerOf(context), id, messageId).executeTakeFirst(),
  decide({ event_id, state, attempts }: Found, { id, messageId }, { now }) {
    if (state !== 'PARKED') {
      throw new Problem('invalid_transition', `Only PARKED deliveries can be retried; this one is ${state}.`);
    }
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
