import { parseCookie, stringifySetCookie } from 'cookie';
import type { ServiceName } from '../scopes.ts';

/** Cookies ignore ports, so each service has a name of its own. */
export const cookieAt = (service: ServiceName): string => `__Host-quaestor-${service}`;

const ATTRIBUTES = { httpOnly: true, secure: true, sameSite: 'strict', path: '/' } as const;

export function readCookie(service: ServiceName, header: string): string | undefined {
  return parseCookie(header)[cookieAt(service)];
}

/** The header of an answer that sets or removes the cookie. */
export const COOKIE = {
  'set-cookie': {
    description: 'The session, for this host only.',
    example: '__Host-quaestor-trading=…; HttpOnly; Secure; SameSite=Strict; Path=/',
  },
};

export function writeCookie(service: ServiceName, token: string, maxAgeSeconds: number): string {
  return stringifySetCookie({ name: cookieAt(service), value: token, maxAge: maxAgeSeconds, ...ATTRIBUTES });
}
