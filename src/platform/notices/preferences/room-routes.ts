import { endpoint, type Endpoint } from '../../http/index.ts';
import { createRoom, NewRoom, removeRoom, Room, RoomId, Rooms, selectRooms } from '../chat/index.ts';
import { refuseUnknownKinds, type ServiceNotices } from './settings.ts';
import { toRoom } from './to-chat.ts';

const tag = 'Notices';
const path = '/notices/rooms';

/** The endpoints with which admins choose the chats that several people read. */
export function roomEndpoints(notices: ServiceNotices): Endpoint[] {
  const { service } = notices;
  const shared = { ...notices, kinds: notices.kinds.filter(({ isPrivate }) => isPrivate !== true) };
  return [
    endpoint({
      method: 'GET',
      path,
      operation: 'listNoticeRooms',
      tag,
      summary: 'List the chats that several people read, by name',
      scope: 'admin',
      answers: { 200: { description: 'All rooms of the service.', schema: Rooms } },
      async handle({ db, actor }) {
        const rows = await selectRooms(db, { tenant: actor.tenant, service }).execute();
        return { status: 200, body: rows.map(toRoom) };
      },
    }),
    endpoint({
      method: 'POST',
      path,
      operation: 'createNoticeRoom',
      location: `${path}/{id}`,
      tag,
      summary: 'Add a chat that several people read',
      description:
        'A room gets the kinds that it names, once for each occasion, as long as it concerns anybody. It gets nothing that concerns one person alone.',
      scope: 'admin',
      body: NewRoom,
      answers: { 201: { description: 'The room.', schema: Room } },
      errors: ['conflict', 'unprocessable'],
      async handle(context, { body }) {
        refuseUnknownKinds('kinds', body.kinds, shared);
        const row = await createRoom(context, notices.chat, { ...body, service });
        return { status: 201, body: toRoom(row) };
      },
    }),
    endpoint({
      method: 'DELETE',
      path: `${path}/:id`,
      operation: 'removeNoticeRoom',
      tag,
      summary: 'Remove a room',
      scope: 'admin',
      params: RoomId,
      answers: { 204: { description: 'Nothing is sent to it any more.', schema: null } },
      errors: ['not_found'],
      async handle(context, { params }) {
        await removeRoom(context, { ...params, service });
        return { status: 204 };
      },
    }),
  ];
}
