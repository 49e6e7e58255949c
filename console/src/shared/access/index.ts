export { Inbox } from './inbox.tsx';
export { accessSearch, waitingAccessQuery } from './queries.ts';
export { isWaiting, Waits } from './waits.tsx';
