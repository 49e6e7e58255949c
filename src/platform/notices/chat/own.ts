import { newId, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import { asSelf, ownLogin, SCOPE } from '../own.ts';
import type { ChatParts } from './connect.ts';
import { deleteChat, replaceChat, selectChat, type ChatRow } from './store.ts';
import type { NewChat } from './schema.ts';
import { checkTarget } from './target.ts';

/** Replaces the chat of the caller. */
export async function saveChat(context: Context<Db>, parts: ChatParts, input: NewChat): Promise<void> {
  const person = ownLogin(context);
  const id = newId(context.clock.now());
  const target = await checkTarget(parts, id, input);
  await run(asSelf(context), save, { person, id, target });
}

interface SaveInput {
  readonly person: string;
  readonly id: string;
  readonly target: Awaited<ReturnType<typeof checkTarget>>;
}

const save = command({
  name: 'notice.save-chat',
  scope: SCOPE,
  decide(_state: undefined, { person, id, target }: SaveInput, { actor, now }) {
    const change: ChatRow = {
      id,
      tenant: actor.tenant,
      person,
      service: null,
      room: null,
      kinds: null,
      detail: null,
      language: null,
      ...target,
      last_sent_at: null,
      failing_since: null,
      last_error: null,
      disabled_at: null,
      created_at: now,
    };
    return { change, audit: { subject: person, details: { format: target.format, host: target.host } } };
  },
  write: (tx, row) => replaceChat(tx, row).executeTakeFirst(),
});

/** Sends nothing to the chat of the caller any more, and forgets its URL. */
export async function removeChat(context: Context<Db>): Promise<void> {
  await run(asSelf(context), remove, { person: ownLogin(context) });
}

const remove = command({
  name: 'notice.remove-chat',
  scope: SCOPE,
  lock: (tx, { person }: { readonly person: string }) =>
    selectChat(tx, person).forUpdate().executeTakeFirst(),
  decide: ({ host }: ChatRow, { person }) => ({
    change: person,
    audit: { subject: person, details: { host } },
  }),
  write: (tx, person) => deleteChat(tx, person).returning('id').executeTakeFirst(),
});
