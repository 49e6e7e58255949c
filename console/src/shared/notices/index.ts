export { ChatFields, chatFaults, EMPTY_CHAT, targetOf } from './chat-fields.tsx';
export { settingsQuery, useNoticeChange } from './queries.ts';
export { NoticesScreen } from './screen.tsx';
export { chatState, chatTitle, kindName } from './names.ts';
