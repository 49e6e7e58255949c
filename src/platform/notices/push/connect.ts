import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { Channel, Message, Outcome } from '../channel.ts';
import { judge, type Poster } from '../post.ts';
import type { Sealing } from '../sealing.ts';
import { encrypt } from './encrypt.ts';
import { deleteDevice, noteFailure, noteSent, selectTarget } from './store.ts';
import { openSubscription } from './subscription.ts';
import { createVapid, type Deriving, type Vapid } from './vapid.ts';

export interface PushParts {
  readonly secrets: Sealing & Deriving;
  readonly sender: Poster;
}

export const PUSH = 'PUSH';

/** How long a push service keeps a message for a device that is off. */
const KEPT_SECONDS = 24 * 3600;
/** The longest text, so that every message fits. */
const MAX_TEXT = 500;
/** The push service does not accept this installation as the sender, which is no fault of the device. */
const STRANGER = new Set([401, 403]);

/** Browsers, by web push (RFC 8030). The address of a message is the id of its device. */
export function openPush({ secrets, sender }: PushParts): Channel {
  const vapid = createVapid(secrets);
  return {
    name: PUSH,
    isPersonal: true,
    open: async (context) => ({
      send: (message, offer) => send({ secrets, sender, vapid }, context, message, offer),
      close() {},
    }),
    async note({ db, clock }, { address: id }, outcome) {
      const now = clock.now();
      if (outcome.kind === 'sent') await noteSent(db, id, now).execute();
      else if (outcome.kind === 'refused' && outcome.isAddress) await deleteDevice(db, id).execute();
      else await noteFailure(db, id, now, outcome.error).execute();
    },
  };
}

async function send(
  { secrets, sender, vapid }: PushParts & { readonly vapid: Vapid },
  { db, clock, signal }: Context<Db>,
  message: Message,
  offer: () => Promise<boolean>,
): Promise<Outcome> {
  const row = await selectTarget(db, message.to).executeTakeFirst();
  if (!row) return { kind: 'refused', error: 'The device was removed.', isAddress: false };
  const subscription = openSubscription(secrets, row.id, row.subscription);
  if (!subscription) {
    const error = 'It was encrypted with another root secret: switch the messages on again on this device.';
    return { kind: 'later', error };
  }
  const headers = {
    authorization: await vapid.authorize(subscription.url, contactOf(message), clock.now()),
    'content-type': 'application/octet-stream',
    'content-encoding': 'aes128gcm',
    ttl: String(KEPT_SECONDS),
    urgency: 'high',
    // A push service that gets a message again replaces the first one.
    topic: message.id.replaceAll('-', ''),
    connection: 'close',
  };
  let isOffered = false;
  const answer = await sender.post(
    subscription.url,
    headers,
    encrypt(payloadOf(message), subscription),
    signal,
    {
      beforeBody: async () => (isOffered = await offer()),
    },
  );
  const isStranger = answer.status !== undefined && STRANGER.has(answer.status);
  return isStranger ? { kind: 'later', error: answer.error ?? '' } : judge(answer, isOffered);
}

/** Where a push service reaches those who run the installation: its address, or on one machine alone, a name. */
function contactOf({ link }: Message): string {
  const { protocol, origin, hostname } = new URL(link);
  return protocol === 'https:' ? origin : `mailto:quaestor@${hostname}`;
}

/** What the service worker of the console shows. It opens the path at its own address, never another one. */
function payloadOf({ id, title, body = '', link }: Message): Buffer {
  const { pathname, search, hash } = new URL(link);
  const text = body.length > MAX_TEXT ? `${body.slice(0, MAX_TEXT)}…` : body;
  return Buffer.from(JSON.stringify({ id, title, text, path: `${pathname}${search}${hash}` }));
}
