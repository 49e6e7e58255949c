import * as openid from 'openid-client';
import { Problem } from '../../../kernel/index.ts';
import type { ProvidedIdentity } from './find-person.ts';

/** How this service is registered at the OpenID provider. */
export interface OpenIdClient {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** What must come back unchanged with the person. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

const TIMEOUT_SECONDS = 5;

/** The OpenID provider at which people sign in, by the authorization code flow with PKCE. */
export class Provider {
  readonly #client: OpenIdClient;
  readonly #redirectUri: string;
  #configuration: Promise<openid.Configuration> | undefined;

  constructor(client: OpenIdClient, redirectUri: string) {
    this.#client = client;
    this.#redirectUri = redirectUri;
  }

  /** Where the browser goes, and what to remember until it comes back. */
  async begin(): Promise<{ url: string; attempt: Attempt }> {
    const configuration = await this.#discover();
    const attempt = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
    };
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: 'openid email',
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, attempt };
  }

  /** Who the provider says has come back. */
  async finish(query: Readonly<Record<string, string>>, attempt: Attempt): Promise<ProvidedIdentity> {
    const configuration = await this.#discover();
    const url = new URL(this.#redirectUri);
    url.search = new URLSearchParams(query).toString();
    const tokens = await openid
      .authorizationCodeGrant(configuration, url, {
        pkceCodeVerifier: attempt.verifier,
        expectedState: attempt.state,
        expectedNonce: attempt.nonce,
        idTokenExpected: true,
      })
      .catch((cause: unknown) => {
        throw new Problem('unauthenticated', 'The sign-in at the provider was not completed. Try again.', {
          cause,
        });
      });
    const claims = tokens.claims();
    if (claims === undefined) throw new Error('The provider sent no ID token.');
    const { iss, sub, email, email_verified } = claims;
    return {
      issuer: iss,
      subject: sub,
      email: typeof email === 'string' && email_verified === true ? email : undefined,
    };
  }

  /** Asks once; the next call after a failure tries again. */
  #discover(): Promise<openid.Configuration> {
    const { issuer, clientId, clientSecret } = this.#client;
    const url = new URL(issuer);
    this.#configuration ??= openid
      .discovery(url, clientId, clientSecret, undefined, {
        timeout: TIMEOUT_SECONDS,
        execute: [
          // Checks the signature of the ID token, too, and not only who sent it.
          openid.enableNonRepudiationChecks,
          // Only a provider on this machine may be asked without encryption.
          ...(url.protocol === 'http:' && isLoopback(url.hostname) ? [openid.allowInsecureRequests] : []),
        ],
      })
      .catch((cause: unknown) => {
        this.#configuration = undefined;
        throw new Problem('unavailable', 'The OpenID provider cannot be reached.', {
          headers: { 'retry-after': '5' },
          cause,
        });
      });
    return this.#configuration;
  }
}

const isLoopback = (host: string): boolean => ['localhost', '127.0.0.1', '[::1]'].includes(host);
