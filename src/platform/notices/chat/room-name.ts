export const CHAT = 'CHAT';

const PREFIX = '#';

/** A room counts as a person of this name. */
export const roomName = (id: string): string => `${PREFIX}${id}`;
export const isRoom = (person: string): boolean => person.startsWith(PREFIX);
