export { callLocal } from './call.ts';
export { listenLocal, type LocalCommands } from './listen.ts';
