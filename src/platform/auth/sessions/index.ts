export { COOKIE, cookieAt, readCookie, writeCookie } from './cookie.ts';
export { endOtherSessions, endOwnSession, endSessionsOf } from './end.ts';
export { CONSOLE_HEADER, refuseForgery } from './forgery.ts';
export { Sessions, type SessionToken } from './find.ts';
export { listSessions, SessionEntry } from './list.ts';
export { startSession, type StartedSession } from './start.ts';
export { deleteOldSessions, type SignInMethod } from './store.ts';
