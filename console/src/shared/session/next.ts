/** Only paths of the console: a link in a message must not lead elsewhere after the sign-in. */
export const safeNext = (next: unknown): string =>
  typeof next === 'string' && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in') ? next : '/';
