import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { ServiceName } from '../scopes.ts';
import { CONSOLE_HEADER, writeCookie, type StartedSession } from '../sessions/index.ts';

/** Headers that show that a request comes from a page of this service. */
export const FROM_CONSOLE = {
  origin: { description: 'The public address of this service.', example: 'https://trading.example.com' },
  [CONSOLE_HEADER]: { description: 'Any value: other sites cannot send it.', example: '1' },
} as const;
export const OF_BROWSER = {
  ...FROM_CONSOLE,
  'user-agent': { description: 'Shown in the list of sessions.', example: 'Mozilla/5.0' },
} as const;

interface BrowserHeaders {
  readonly origin?: string | undefined;
  readonly [CONSOLE_HEADER]?: string | undefined;
  readonly 'user-agent'?: string | undefined;
}

export const callerOf = (ip: string, headers: BrowserHeaders) => ({
  ip,
  userAgent: headers['user-agent'] ?? '',
});

/** The answer to a sign-in: the cookie of the session. */
export function signedIn(service: ServiceName, { token, endsAt }: StartedSession, { clock }: Context<Db>) {
  const seconds = Math.floor((endsAt.getTime() - clock.now().getTime()) / 1000);
  return { status: 204, headers: { 'set-cookie': writeCookie(service, token, seconds) } };
}

/** The answer that removes the cookie. */
export const signedOut = (service: ServiceName) => ({
  status: 204,
  headers: { 'set-cookie': writeCookie(service, '', 0) },
});
