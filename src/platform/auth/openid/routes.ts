import { parseCookie, stringifySetCookie } from 'cookie';
import { Type } from 'typebox';
import { Problem, sha256, later, type Clock, type Context } from '../../../kernel/index.ts';
import { endpoint, type Endpoint } from '../../http/index.ts';
import type { Db } from '../../postgres/index.ts';
import { endCounting } from '../accountable/index.ts';
import type { Identity } from '../identity.ts';
import { AUTH_TAG } from '../tag.ts';
import type { Secrets } from '../secrets.ts';
import { COOKIE, startSession, writeCookie } from '../sessions/index.ts';
import { findPerson } from './find-person.ts';
import { Provider, type Attempt, type OpenIdClient } from './provider.ts';
import { insertAnswer } from './store.ts';

const LIFETIME_MS = 10 * 60 * 1000;
const SEALED_FOR = 'openid attempt';
const CALLBACK = '/auth/openid/callback';
const CONSOLE = '/console/';
const text = () => Type.Optional(Type.String({ maxLength: 4_096 }));

/** Providers send some of these besides what the standard requires. */
const CallbackQuery = Type.Object({
  code: text(),
  state: text(),
  iss: text(),
  session_state: text(),
  scope: text(),
  authuser: text(),
  hd: text(),
  prompt: text(),
  error: text(),
  error_description: text(),
});

export const signInPath = '/auth/openid/sign-in';

/** The endpoints with which people sign in at an OpenID provider. */
export function openIdEndpoints(identity: Identity, client: OpenIdClient): Endpoint[] {
  const { service, site, secrets, countsForMs } = identity;
  const provider = new Provider(client, site.origin + CALLBACK);
  const name = `__Host-quaestor-${service}-openid`;
  return [
    endpoint({
      method: 'GET',
      path: signInPath,
      operation: 'beginOpenIdSignIn',
      tag: AUTH_TAG,
      summary: 'Sign in at the OpenID provider',
      scope: 'public',
      answers: {
        302: {
          description: 'To the provider, which sends the browser back.',
          schema: null,
          headers: {
            location: {
              description: 'The provider.',
              example: 'https://id.example.com/authorize?client_id=quaestor',
            },
            'set-cookie': { description: 'What began the sign-in.', example: `${name}=…` },
          },
        },
      },
      async handle({ clock }) {
        const { url, attempt } = await provider.begin();
        const cookie = setCookie(name, seal(secrets, service, clock, attempt), LIFETIME_MS / 1000);
        return { status: 302, headers: { location: url, 'set-cookie': cookie } };
      },
    }),
    endpoint({
      method: 'GET',
      path: CALLBACK,
      operation: 'finishOpenIdSignIn',
      tag: AUTH_TAG,
      summary: 'Come back from the OpenID provider',
      description: 'Only people who were invited can sign in: those whose login is the verified email.',
      scope: 'public',
      headers: {
        cookie: { description: 'What began the sign-in.', example: `${name}=…` },
        'user-agent': { description: 'Shown in the list of sessions.', example: 'Mozilla/5.0' },
      },
      query: CallbackQuery,
      answers: {
        302: {
          description: 'Signed in; to the console.',
          schema: null,
          headers: { location: { description: 'The console.', example: CONSOLE }, ...COOKIE },
        },
      },
      errors: ['unauthenticated', 'forbidden'],
      async handle(context, { query, headers, ip }) {
        const attempt = open(secrets, service, context.clock, parseCookie(headers.cookie ?? '')[name]);
        await takeAnswer(context, attempt);
        const person = await findPerson(context, await provider.finish(query, attempt));
        const countsUntil = later(context.clock.now(), countsForMs);
        await endCounting(context.db, person.name, countsUntil).execute();
        const userAgent = headers['user-agent'] ?? '';
        const session = await startSession(context, {
          service,
          credential: person,
          method: 'openid',
          ip,
          userAgent,
        });
        const seconds = Math.floor((session.endsAt.getTime() - context.clock.now().getTime()) / 1000);
        const cookie = writeCookie(service, session.token, seconds);
        return { status: 302, headers: { location: CONSOLE, 'set-cookie': cookie } };
      },
    }),
  ];
}

/** An answer works once, whatever the provider would accept: the cookie and the address may have been copied. */
async function takeAnswer({ db, clock }: Context<Db>, { state }: Attempt): Promise<void> {
  const expires_at = later(clock.now(), LIFETIME_MS);
  const taken = await insertAnswer(db, { state_hash: sha256(state), expires_at }).executeTakeFirst();
  if (taken === undefined)
    throw new Problem('unauthenticated', `The sign-in was used already. Begin again at ${signInPath}.`);
}

/** The provider's answer comes from another site, so that a strict cookie would not arrive with it. */
const setCookie = (name: string, value: string, maxAge: number): string =>
  stringifySetCookie({ name, value, maxAge, httpOnly: true, secure: true, sameSite: 'lax', path: '/' });

interface Sealed extends Attempt {
  readonly beganMs: number;
}

function seal(secrets: Secrets, service: string, clock: Clock, attempt: Attempt): string {
  const content: Sealed = { ...attempt, beganMs: clock.now().getTime() };
  return secrets.seal(SEALED_FOR, Buffer.from(JSON.stringify(content)), service).toString('base64url');
}

function open(secrets: Secrets, service: string, clock: Clock, value: string | undefined): Attempt {
  try {
    const plain = secrets.open(SEALED_FOR, Buffer.from(value ?? '', 'base64url'), service);
    const { beganMs, ...attempt } = JSON.parse(plain.toString()) as Sealed;
    if (clock.now().getTime() - beganMs < LIFETIME_MS) return attempt;
  } catch {
    // Answered like one that took too long.
  }
  throw new Problem('unauthenticated', `The sign-in took too long. Begin again at ${signInPath}.`);
}
