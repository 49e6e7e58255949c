import type { Clock } from '../../kernel/index.ts';
import type { Endpoint } from '../http/index.ts';
import type { Database } from '../postgres/index.ts';
import type { Logger, Metrics } from '../telemetry/index.ts';
import { browserSignInEndpoints, factorEndpoints, sessionEndpoints } from './account/index.ts';
import { Attempts, measureSignIns, type Pause } from './attempts/index.ts';
import { clientEndpoints } from './clients/index.ts';
import { changingScopes, creating, replacingSecret } from './credentials/index.ts';
import { siteOf } from './factors/index.ts';
import type { Identity, IsPartner } from './identity.ts';
import { openKeyRing } from './keys/index.ts';
import { metadataEndpoint, oauthEndpoints } from './oauth/index.ts';
import { LONGEST_TOKEN_LIFETIME_MS, watchRevocations } from './revocations/index.ts';
import type { ServiceName } from './scopes.ts';
import { openIdEndpoints, signInPath, type OpenIdClient } from './openid/index.ts';
import { changingRoles, inviting, peopleEndpoints, resetting } from './people/index.ts';
import { accessEndpoints } from './proposals/index.ts';
import type { Secrets } from './secrets.ts';
import { cookieAt, readCookie, refuseForgery, Sessions, type SessionToken } from './sessions/index.ts';
import { signInEndpoints } from './sign-in/index.ts';
import {
  acceptOperators,
  createAuthenticator,
  createExternalIssuer,
  createVerify,
  expiredToken,
  watchTokens,
  type Authenticator,
  type ExternalIssuer,
  type SessionRequest,
  type Token,
} from './tokens/index.ts';

export interface AuthOptions {
  readonly database: Database;
  readonly secrets: Secrets;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tokenLifetimeMs: number;
  /** An authorization server that issues the tokens instead of the services. */
  readonly externalIssuer?: ExternalIssuer | undefined;
  /** How this installation is registered at the external issuer, if people sign in there. */
  readonly openIdClient?: Omit<OpenIdClient, 'issuer'> | undefined;
  /** How long an account counts as the admin who created, reset or rotated it. */
  readonly countsForMs: number;
  /** How sign-in attempts wait; by default in real time. */
  readonly pause?: Pause | undefined;
}

export interface ServiceAuth extends Pick<Authenticator, 'authenticate' | 'onTokenEnd'> {
  readonly endpoints: readonly Endpoint[];
  /** Undefined if people sign in elsewhere. */
  readonly sessionCookie: string | undefined;
}

/** Authentication for the services of one process. */
export interface Auth {
  /** The public address is also the issuer and the audience of the service's tokens. */
  forService(service: ServiceName, publicUrl: string, isPartner?: IsPartner): ServiceAuth;
  measure(metrics: Metrics): void;
  stop(): Promise<void>;
}

/** What waits for a second admin if it gives somebody a power. */
const TWO_ADMINS = [inviting, resetting, changingRoles, creating, changingScopes, replacingSecret];

const SCHEMES = { trading: ['Bearer'], partner: ['Bearer', 'JWT'] } as const;

export async function openAuth(options: AuthOptions): Promise<Auth> {
  return options.externalIssuer === undefined
    ? issueTokens(options)
    : trustTokensOf(options.externalIssuer, options);
}

async function issueTokens(options: AuthOptions): Promise<Auth> {
  const { database, secrets, clock, logger, tokenLifetimeMs, countsForMs, pause } = options;
  const { db } = database;
  if (tokenLifetimeMs < 1_000 || tokenLifetimeMs > LONGEST_TOKEN_LIFETIME_MS) {
    throw new RangeError('Tokens must live at least 1 second and at most 24 hours.');
  }
  const keys = await openKeyRing({ db, secrets, clock, tokenLifetimeMs });
  const revocations = watchRevocations({ database, clock, logger });
  const watch = watchTokens(clock);
  const stops = [() => revocations.stop(), async () => watch.stop()];
  const attemptsOf = new Map<ServiceName, Attempts>();
  return {
    forService(service, publicUrl, isPartner) {
      const url = publicUrl.replace(/\/+$/, '');
      const own = createVerify({ keys, revocations, clock, service, issuer: url });
      const site = siteOf(url);
      const sessions = new Sessions({ service, db, clock, revocations });
      const authenticator = createAuthenticator({
        verify: acceptOperators(own, { secrets, service, clock }),
        clock,
        watch,
        schemes: SCHEMES[service],
        findSession: (request) => findSession(request, { service, site, sessions }),
      });
      const attempts = new Attempts({ service, db, clock, logger, pause });
      stops.push(() => attempts.stop());
      attemptsOf.set(service, attempts);
      const issuer = { service, url, keys, revocations, attempts, secrets, tokenLifetimeMs, authenticator };
      const identity = {
        service,
        site,
        secrets,
        revocations,
        attempts,
        sessions,
        isPartner,
        countsForMs,
      };
      const forPeople = service === 'partner' ? signInEndpoints(issuer) : [];
      return {
        authenticate: authenticator.authenticate,
        onTokenEnd: authenticator.onTokenEnd,
        sessionCookie: cookieAt(service),
        endpoints: [
          ...oauthEndpoints(issuer),
          ...forPeople,
          ...browserSignInEndpoints(identity),
          ...sessionEndpoints(identity),
          ...factorEndpoints(identity),
          ...peopleEndpoints(identity),
          ...clientEndpoints({ service, countsForMs }),
          ...accessEndpoints({ service, countsForMs }, TWO_ADMINS),
        ],
      };
    },
    measure: (metrics) => measureSignIns(metrics, attemptsOf),
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/** The session of the request's cookie; undefined if it has none. */
function findSession(
  { method, headers }: SessionRequest,
  { service, site, sessions }: Pick<Identity, 'service' | 'site' | 'sessions'>,
): Token | undefined | Promise<Token> {
  const text = headers.cookie === undefined ? undefined : readCookie(service, headers.cookie);
  if (text === undefined) return undefined;
  if (!SAFE_METHODS.has(method)) refuseForgery(headers, site.origin);
  const found = sessions.find(text);
  return found instanceof Promise ? found.then(refuseMissing) : refuseMissing(found);
}

function refuseMissing(session: SessionToken | undefined): SessionToken {
  if (session === undefined) throw expiredToken('The session has ended. Sign in again.');
  return session;
}

/** People sign in at the provider; their roles, factors and sessions are ours. */
function trustTokensOf(config: ExternalIssuer, options: AuthOptions): Auth {
  const { database, secrets, clock, logger, countsForMs, pause, openIdClient } = options;
  const { db } = database;
  const external = createExternalIssuer(config);
  const watch = watchTokens(clock);
  const revocations = openIdClient && watchRevocations({ database, clock, logger });
  const stops = [async () => watch.stop(), async () => revocations?.stop()];
  const attemptsOf = new Map<ServiceName, Attempts>();
  return {
    forService(service, publicUrl, isPartner) {
      const verify = acceptOperators(external.createVerify(service, clock), { secrets, service, clock });
      const schemes = SCHEMES[service];
      const endpoints = [metadataEndpoint(external.metadata)];
      if (openIdClient === undefined || revocations === undefined) {
        const { authenticate, onTokenEnd } = createAuthenticator({ verify, clock, watch, schemes });
        return { authenticate, onTokenEnd, sessionCookie: undefined, endpoints };
      }
      const site = siteOf(publicUrl);
      const sessions = new Sessions({ service, db, clock, revocations });
      const attempts = new Attempts({ service, db, clock, logger, pause });
      stops.push(() => attempts.stop());
      attemptsOf.set(service, attempts);
      const openIdSignIn = site.origin + signInPath;
      const identity = {
        service,
        site,
        secrets,
        revocations,
        attempts,
        sessions,
        openIdSignIn,
        isPartner,
        countsForMs,
      };
      const { authenticate, onTokenEnd } = createAuthenticator({
        verify,
        clock,
        watch,
        schemes,
        findSession: (request) => findSession(request, identity),
      });
      endpoints.push(
        ...openIdEndpoints(identity, { issuer: config.issuer, ...openIdClient }),
        ...sessionEndpoints(identity),
        ...factorEndpoints(identity),
        ...peopleEndpoints(identity),
        ...accessEndpoints({ service, countsForMs }, TWO_ADMINS),
      );
      return { authenticate, onTokenEnd, sessionCookie: cookieAt(service), endpoints };
    },
    measure: (metrics) => measureSignIns(metrics, attemptsOf),
    stop: async () => {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}
