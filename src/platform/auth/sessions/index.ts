export { cookieAt, readCookie, writeCookie } from './cookie.ts';
export { endOwnSessions } from './end.ts';
export { CONSOLE_HEADER, refuseForgery } from './forgery.ts';
export { IDLE_MS, Sessions, type SessionToken } from './find.ts';
export { startSession, type StartedSession } from './start.ts';
export { deleteOldSessions, selectSessions, type SignInMethod } from './store.ts';
