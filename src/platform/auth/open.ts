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
import { LONGEST_TOKEN_LIFETIME_MS, watchRevocations, type Revocations } from './revocations/index.ts';
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
  type Verify,
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
  const { database, secrets, clock, logger, tokenLifetimeMs } = options;
  if (tokenLifetimeMs < 1_000 || tokenLifetimeMs > LONGEST_TOKEN_LIFETIME_MS) {
    throw new RangeError('Tokens must live at least 1 second and at most 24 hours.');
  }
  const keys = await openKeyRing({ db: database.db, secrets, clock, tokenLifetimeMs });
  const revocations = watchRevocations({ database, clock, logger });
  const accounts = openAccounts(options);
  return {
    forService(service, publicUrl, isPartner) {
      const url = publicUrl.replace(/\/+$/, '');
      const verify = createVerify({ keys, revocations, clock, service, issuer: url });
      const identity = accounts.identify(service, { site: siteOf(url), revocations, isPartner });
      const authenticator = accounts.authenticator(service, verify, identity);
      const { attempts } = identity;
      const issuer = { service, url, keys, revocations, attempts, secrets, tokenLifetimeMs, authenticator };
      const forPeople = service === 'partner' ? signInEndpoints(issuer) : [];
      const signIn = [...oauthEndpoints(issuer), ...forPeople, ...browserSignInEndpoints(identity)];
      return withAccounts(authenticator, identity, signIn);
    },
    measure: accounts.measure,
    stop: () => accounts.stop(revocations),
  };
}

/** People sign in at the provider; their roles, factors and sessions are ours. */
function trustTokensOf(config: ExternalIssuer, options: AuthOptions): Auth {
  const { database, clock, logger, openIdClient } = options;
  const external = createExternalIssuer(config);
  const revocations = openIdClient && watchRevocations({ database, clock, logger });
  const accounts = openAccounts(options);
  return {
    forService(service, publicUrl, isPartner) {
      const verify = external.createVerify(service, clock);
      const metadata = metadataEndpoint(external.metadata);
      if (openIdClient === undefined || revocations === undefined) {
        const { authenticate, onTokenEnd } = accounts.authenticator(service, verify);
        return { authenticate, onTokenEnd, sessionCookie: undefined, endpoints: [metadata] };
      }
      const site = siteOf(publicUrl);
      const openIdSignIn = site.origin + signInPath;
      const identity = accounts.identify(service, { site, revocations, isPartner, openIdSignIn });
      const signIn = openIdEndpoints(identity, { issuer: config.issuer, ...openIdClient });
      return withAccounts(accounts.authenticator(service, verify, identity), identity, [metadata, ...signIn]);
    },
    measure: accounts.measure,
    stop: () => accounts.stop(revocations),
  };
}

/** What both kinds of issuers have: sessions of people, and their attempts to sign in. */
function openAccounts({ database, secrets, clock, logger, countsForMs, pause }: AuthOptions) {
  const { db } = database;
  const watch = watchTokens(clock);
  const attemptsOf = new Map<ServiceName, Attempts>();
  return {
    identify(service: ServiceName, own: OwnIdentity): Identity {
      const attempts = new Attempts({ service, db, clock, logger, pause });
      attemptsOf.set(service, attempts);
      const sessions = new Sessions({ service, db, clock, revocations: own.revocations });
      return { ...own, service, secrets, attempts, sessions, countsForMs };
    },
    /** Without an identity, there are no sessions. */
    authenticator<T extends Token>(service: ServiceName, verify: Verify<T>, identity?: Identity) {
      return createAuthenticator({
        verify: acceptOperators(verify, { secrets, service, clock }),
        clock,
        watch,
        schemes: SCHEMES[service],
        ...(identity && { findSession: (request: SessionRequest) => findSession(request, identity) }),
      });
    },
    measure: (metrics: Metrics) => measureSignIns(metrics, attemptsOf),
    async stop(revocations: Revocations | undefined): Promise<void> {
      watch.stop();
      await Promise.all([
        revocations?.stop(),
        ...[...attemptsOf.values()].map((attempts) => attempts.stop()),
      ]);
    },
  };
}

type OwnIdentity = Pick<Identity, 'site' | 'revocations' | 'isPartner' | 'openIdSignIn'>;

/** A service at which people manage their accounts. */
function withAccounts(
  { authenticate, onTokenEnd }: Authenticator,
  identity: Identity,
  signIn: readonly Endpoint[],
): ServiceAuth {
  const { service, countsForMs, openIdSignIn } = identity;
  const admin = { service, countsForMs };
  // With another issuer, clients have their credentials from there.
  const clients = openIdSignIn === undefined ? clientEndpoints(admin) : [];
  return {
    authenticate,
    onTokenEnd,
    sessionCookie: cookieAt(service),
    endpoints: [
      ...signIn,
      ...sessionEndpoints(identity),
      ...factorEndpoints(identity),
      ...peopleEndpoints(identity),
      ...clients,
      ...accessEndpoints(admin, TWO_ADMINS),
    ],
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
