export { Messages } from './messages.tsx';
export { say, type Message } from './say.ts';
