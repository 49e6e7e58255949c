import type { IncomingHttpHeaders } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Actor, Clock } from '../../../kernel/index.ts';
import { expiredToken, invalidToken, noToken } from './refuse.ts';
import type { Token, Verify } from './token.ts';
import type { TokenWatch } from './watch.ts';

export interface Authenticator<T extends Token = Token> {
  /**
   * Returns the actor of the header, or without a header that of the request's session. A recently seen token is
   * neither awaited nor verified again.
   */
  readonly authenticate: (
    authorization: string | undefined,
    request?: SessionRequest,
  ) => Actor | Promise<Actor>;
  /** Returns the whole content of the token. */
  readonly inspect: (authorization: string | undefined) => T | Promise<T>;
  /**
   * Calls back when the actor's token has expired or was revoked. Returns the function that removes the callback.
   */
  readonly onTokenEnd: (actor: Actor, onEnd: () => void) => () => void;
}

/** What decides whether a session may be used. */
export interface SessionRequest {
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
}

interface AuthenticatorOptions<T extends Token> {
  readonly verify: Verify<T>;
  readonly clock: Clock;
  readonly watch: TokenWatch;
  /** The accepted authentication schemes. */
  readonly schemes: readonly string[];
  /** Returns the session of the request's cookie, or undefined if it has none; throws if it may not be used. */
  readonly findSession?: (request: SessionRequest) => Token | undefined | Promise<Token>;
}

const REMEMBERED_TOKENS = 4_096;
/** The end of the signature is unique, and ten times faster to look up than the whole header. */
const KEY_LENGTH = 32;
const LONGEST_HEADER = 8_192;
const HEADER = /^(\w+) +([\w-]+\.[\w-]+\.[\w-]+)$/;

interface Remembered<T> {
  readonly authorization: string;
  readonly token: T;
}

export function createAuthenticator<T extends Token>(options: AuthenticatorOptions<T>): Authenticator<T> {
  const { verify, clock, watch, findSession } = options;
  const schemes = new Set(options.schemes.map((scheme) => scheme.toLowerCase()));
  const recent = new LRUCache<string, Remembered<T>>({ max: REMEMBERED_TOKENS });
  const tokenOf = new WeakMap<Actor, Token>();

  function inspect(authorization: string | undefined): T | Promise<T> {
    if (authorization === undefined) throw noToken();
    const remembered = recent.get(authorization.slice(-KEY_LENGTH));
    return remembered?.authorization === authorization
      ? refuseEnded(remembered.token)
      : inspectNew(authorization);
  }

  async function inspectNew(authorization: string): Promise<T> {
    const [, scheme = '', text = ''] =
      authorization.length > LONGEST_HEADER ? [] : (HEADER.exec(authorization) ?? []);
    if (!schemes.has(scheme.toLowerCase())) {
      throw invalidToken(`The Authorization header must be ${options.schemes.join(' or ')} and a token.`);
    }
    const token = await verify(text);
    recent.set(authorization.slice(-KEY_LENGTH), { authorization, token });
    tokenOf.set(token.actor, token);
    return refuseEnded(token);
  }

  function refuseEnded<K extends Token>(token: K): K | Promise<K> {
    if (token.expiresAtMs <= clock.now().getTime()) throw expiredToken();
    const revoked = token.isRevoked();
    return typeof revoked === 'boolean'
      ? refuseRevoked(token, revoked)
      : revoked.then((answer) => refuseRevoked(token, answer));
  }

  function useSession(token: Token): Token | Promise<Token> {
    tokenOf.set(token.actor, token);
    return refuseEnded(token);
  }

  return {
    inspect,
    authenticate(authorization, request) {
      const session = authorization === undefined && request ? findSession?.(request) : undefined;
      if (session instanceof Promise) return session.then(useSession).then(({ actor }) => actor);
      const token = session === undefined ? inspect(authorization) : useSession(session);
      return token instanceof Promise ? token.then(({ actor }) => actor) : token.actor;
    },
    onTokenEnd(actor, onEnd) {
      const token = tokenOf.get(actor);
      if (token === undefined) throw new Error('This authenticator did not authenticate the actor.');
      return watch.add(token, onEnd);
    },
  };
}

function refuseRevoked<T extends Token>(token: T, isRevoked: boolean): T {
  if (isRevoked) throw invalidToken('The token was revoked.');
  return token;
}
