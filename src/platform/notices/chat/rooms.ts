import { newId, Problem, type Context } from '../../../kernel/index.ts';
import { command, run } from '../../commands/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { ChatParts } from './connect.ts';
import type { NewRoom } from './schema.ts';
import {
  deleteRoom,
  insertChat,
  lockRoom,
  lockRooms,
  selectRooms,
  type ChatRow,
  type Place,
} from './store.ts';
import { checkTarget } from './target.ts';

const MAX_ROOMS = 50;

/** Adds a chat that several people read. */
export async function createRoom(
  context: Context<Db>,
  parts: ChatParts,
  { service, ...input }: NewRoom & { readonly service: string },
): Promise<ChatRow> {
  const id = newId(context.clock.now());
  const target = await checkTarget(parts, id, input);
  const place = { tenant: context.actor.tenant, service };
  return (await run(context, create, { ...input, place, id, target })).result;
}

interface CreateInput extends NewRoom {
  readonly place: Place;
  readonly id: string;
  readonly target: Awaited<ReturnType<typeof checkTarget>>;
}

const create = command({
  name: 'notice.create-room',
  scope: 'admin',
  async lock(tx, { place }: CreateInput) {
    await lockRooms(tx, place.tenant).execute();
    return { rooms: await selectRooms(tx, place).execute() };
  },
  decide({ rooms }, { place, id, target, name, kinds, detail, language }, { now }) {
    if (rooms.length >= MAX_ROOMS) {
      throw new Problem('unprocessable', `A service can have ${MAX_ROOMS} rooms. Remove one first.`);
    }
    if (rooms.some(({ room }) => room === name)) {
      throw new Problem('conflict', 'There is a room of this name. Remove it first.');
    }
    const change: ChatRow = {
      id,
      ...place,
      person: null,
      room: name,
      kinds: [...kinds],
      detail,
      language,
      ...target,
      last_sent_at: null,
      failing_since: null,
      last_error: null,
      disabled_at: null,
      created_at: now,
    };
    const { format, host } = target;
    return { change, audit: { subject: id, details: { name, format, host, kinds: [...kinds], detail } } };
  },
  write: (tx, row) => insertChat(tx, row).executeTakeFirst(),
});

/** Sends nothing to a room any more, and forgets its URL. */
export async function removeRoom(
  context: Context<Db>,
  { id, service }: { readonly id: string; readonly service: string },
): Promise<void> {
  await run(context, remove, { id, place: { tenant: context.actor.tenant, service } });
}

const remove = command({
  name: 'notice.remove-room',
  scope: 'admin',
  lock: (tx, { id, place }: { readonly id: string; readonly place: Place }) =>
    lockRoom(tx, place, id).executeTakeFirst(),
  decide: ({ id, room }: ChatRow) => ({ change: id, audit: { subject: id, details: { name: room } } }),
  write: (tx, id) => deleteRoom(tx, id).executeTakeFirst(),
});
