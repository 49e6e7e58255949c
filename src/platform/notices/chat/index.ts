export { openChat, type ChatParts } from './connect.ts';
export { saveChat, removeChat } from './own.ts';
export { createRoom, removeRoom } from './rooms.ts';
export { CHAT, isRoom, roomName } from './room-name.ts';
export { selectChat, selectRooms, selectRoomsFor, type ChatRow } from './store.ts';
export { Chat, NewChat, NewRoom, Room, RoomId, Rooms } from './schema.ts';
