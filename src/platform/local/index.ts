export { callLocal, type LocalCall } from './call.ts';
export { freePort } from './free-port.ts';
export { listenLocal, type LocalCommands } from './listen.ts';
