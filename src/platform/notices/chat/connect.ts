import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { Channel, Message, Outcome } from '../channel.ts';
import { judge, type Poster } from '../post.ts';
import type { Sealing } from '../sealing.ts';
import { bodyFor } from './formats.ts';
import { CHAT } from './room-name.ts';
import { noteFailure, noteSent, selectTarget } from './store.ts';
import { openUrl } from './url.ts';

export interface ChatParts {
  readonly secrets: Sealing;
  readonly sender: Poster;
}

/** Chats that take messages by an incoming webhook. The address of a message is the id of its chat. */
export function openChat(parts: ChatParts): Channel {
  return {
    name: CHAT,
    isPersonal: true,
    open: async (context) => ({
      send: (message, offer) => send(parts, context, message, offer),
      close() {},
    }),
    async note({ db, clock }, { address: id }, outcome) {
      const now = clock.now();
      if (outcome.kind === 'sent') return void (await noteSent(db, id, now).execute());
      const disabledAt = outcome.kind === 'refused' && outcome.isAddress ? now : null;
      await noteFailure(db, id, { now, error: outcome.error, disabledAt }).execute();
    },
  };
}

async function send(
  { secrets, sender }: ChatParts,
  { db, signal }: Context<Db>,
  message: Message,
  offer: () => Promise<boolean>,
): Promise<Outcome> {
  const row = await selectTarget(db, message.to).executeTakeFirst();
  if (!row) return { kind: 'refused', error: 'The chat was removed.', isAddress: false };
  const url = openUrl(secrets, row);
  if (url === undefined) {
    return { kind: 'later', error: 'Its URL was encrypted with another root secret: give it again.' };
  }
  const body = bodyFor(row.format, message, row.recipient);
  let isOffered = false;
  const answer = await sender.post(
    url,
    { 'content-type': 'application/json', connection: 'close' },
    body,
    signal,
    {
      beforeBody: async () => (isOffered = await offer()),
    },
  );
  return judge(answer, isOffered);
}
