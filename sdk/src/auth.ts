import { QuaestorError } from './errors/index.ts';
import type { SignInByPassword, TokenAnswer } from './generated/models.ts';
import { shared } from './generated/operations.ts';
import type { Auth, Headers, Sender } from './transport/index.ts';

/** The header without which the server accepts no session. */
const CONSOLE: Headers = { 'x-quaestor-console': 'sdk' };

/**
 * An OAuth client, for programs.
 * @example new Trading({ url, auth: clientCredentials('treasury-bot', process.env.SECRET) })
 */
export function clientCredentials(id: string, secret: string, scopes?: readonly string[]): Auth {
  const user = btoa(String.fromCharCode(...new TextEncoder().encode(`${id}:${secret}`)));
  return new Renewed(async (sender) => {
    const { body } = await sender.request({
      // A second token does no harm, so this may be repeated.
      spec: { ...shared.getToken, isRecognised: true },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        ...(scopes && { scope: scopes.join(' ') }),
      }),
      headers: { authorization: `Basic ${user}` },
      isRenewable: false,
    });
    const answer = body as TokenAnswer;
    return {
      headers: { authorization: `Bearer ${answer.access_token}` },
      lifetimeMs: answer.expires_in * 1000,
    };
  });
}

export interface PasswordOptions {
  readonly login: string;
  readonly password: string;
  /** Returns the code of the authenticator app, for those who have one. */
  readonly code?: () => string | Promise<string>;
  /** The public address of the service, if `url` is another one. */
  readonly origin?: string;
}

/**
 * A person with a session of their own. A session that has ended is begun again.
 * @example new Trading({ url, auth: password({ login: 'ada@example.com', password, code: askForCode }) })
 */
export function password({ login, password, code, origin }: PasswordOptions): Auth {
  return new Renewed(async (sender) => {
    const headers = { ...CONSOLE, origin: origin ?? new URL(sender.url).origin };
    const signIn = (body: SignInByPassword) =>
      sender.send({ spec: shared.signInByPassword, body, headers, isRenewable: false }, {}, (response) =>
        response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? ''),
      );
    const cookies = await signIn({ login, password }).catch(async (error: unknown) => {
      if (!code || !(error instanceof QuaestorError) || error.code !== 'second_factor_required') throw error;
      return signIn({ login, password, code: await code() });
    });
    // Browsers keep the cookie to themselves and send it.
    return { headers: cookies.length === 0 ? headers : { ...headers, cookie: cookies.join('; ') } };
  });
}

/**
 * A token from elsewhere, or a function that gets one and is called again when the server refuses it.
 * @example new Trading({ url, auth: token(() => vault.read('quaestor')) })
 */
export function token(given: string | (() => string | Promise<string>)): Auth {
  if (typeof given !== 'string') {
    return new Renewed(async () => ({ headers: { authorization: `Bearer ${await given()}` } }));
  }
  const headers = { authorization: `Bearer ${given}` };
  return { headers: (_sender, isPublic) => (isPublic ? {} : headers), renew: () => false };
}

/**
 * The session of the person in whose browser this runs, on a page of the same origin.
 * @example new Trading({ url: location.origin, auth: session() })
 */
export function session(): Auth {
  return { headers: () => CONSOLE, renew: () => false };
}

interface Grant {
  readonly headers: Headers;
  readonly lifetimeMs?: number;
}

/** Renewed before it expires: requests under way need some time, too. */
const MARGIN = 0.1;

/** Gets new headers when there are none, they expire or are refused; one request at a time gets them for all. */
class Renewed implements Auth {
  readonly #obtain: (sender: Sender) => Promise<Grant>;
  #headers: Headers | undefined;
  #expiresAtMs = 0;
  #pending: Promise<Headers> | undefined;

  constructor(obtain: (sender: Sender) => Promise<Grant>) {
    this.#obtain = obtain;
  }

  headers(sender: Sender, isPublic: boolean): Headers | Promise<Headers> {
    if (isPublic) return {};
    if (this.#headers !== undefined && Date.now() < this.#expiresAtMs) return this.#headers;
    this.#pending ??= this.#get(sender).finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  renew(refused: Headers): boolean {
    // Another request may have renewed it meanwhile.
    if (this.#headers === refused) this.#headers = undefined;
    return true;
  }

  async #get(sender: Sender): Promise<Headers> {
    const startedAtMs = Date.now();
    const { headers, lifetimeMs = Infinity } = await this.#obtain(sender);
    this.#expiresAtMs = startedAtMs + lifetimeMs * (1 - MARGIN);
    this.#headers = headers;
    return headers;
  }
}
