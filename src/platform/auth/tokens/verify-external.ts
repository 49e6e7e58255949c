import { createRemoteJWKSet, errors, type JWTVerifyGetKey, type RemoteJWKSet } from 'jose';
import { Problem, type Clock } from '../../../kernel/index.ts';
import type { ServiceName } from '../scopes.ts';
import { readClaims, type Token, type Verify } from './token.ts';
import { verifyJwt } from './verify.ts';

/** An authorization server of another operator, which issues the tokens instead of the service. */
export interface ExternalIssuer {
  readonly issuer: string;
  readonly audience: string;
  /** Where its keys are; by default discovered from its metadata. */
  readonly jwksUri?: string | undefined;
}

interface IssuerMetadata {
  readonly issuer: string;
  readonly jwks_uri: string;
  readonly token_endpoint?: string;
}

const TIMEOUT_MS = 5_000;

/** Unknown keys cause at most one fetch of the key set in this time. */
const COOLDOWN_MS = 5_000;

const ALGORITHMS = [
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
  'PS256',
  'PS384',
  'PS512',
  'RS256',
  'RS384',
  'RS512',
];

export function createExternalIssuer(config: ExternalIssuer) {
  let metadata: Promise<IssuerMetadata> | undefined;
  let keySet: RemoteJWKSet | undefined;

  /** Fetches the metadata once; the next call after a failure tries again. */
  function findMetadata(): Promise<IssuerMetadata> {
    metadata ??= discover(config).catch((error: unknown) => {
      metadata = undefined;
      throw unreachable(error);
    });
    return metadata;
  }

  const getKey: JWTVerifyGetKey = async (header, token) => {
    const { jwks_uri } = await findMetadata();
    keySet ??= createRemoteJWKSet(new URL(jwks_uri), {
      timeoutDuration: TIMEOUT_MS,
      cooldownDuration: COOLDOWN_MS,
    });
    try {
      return await keySet(header, token);
    } catch (error) {
      const isInvalidToken =
        error instanceof errors.JWKSNoMatchingKey ||
        error instanceof errors.JWKSMultipleMatchingKeys ||
        error instanceof errors.JOSENotSupported;
      throw isInvalidToken ? error : unreachable(error);
    }
  };

  return {
    metadata: findMetadata,
    createVerify(service: ServiceName, clock: Clock): Verify<Token> {
      const { issuer, audience } = config;
      const expected = { algorithms: ALGORITHMS, issuer, audience };
      return async (text) => {
        const claims = await verifyJwt(text, getKey, { ...expected, currentDate: clock.now() });
        return { ...readClaims(claims, service, issuer), isRevoked: () => false };
      };
    },
  };
}

async function discover({ issuer, jwksUri }: ExternalIssuer): Promise<IssuerMetadata> {
  if (jwksUri !== undefined) return { issuer, jwks_uri: jwksUri };
  const { origin, pathname, protocol } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const locations = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  for (const location of locations) {
    const { issuer: named, jwks_uri, token_endpoint } = await fetchMetadata(location);
    if (named !== issuer || jwks_uri === undefined || new URL(jwks_uri).protocol !== protocol) continue;
    return { issuer, jwks_uri, ...(token_endpoint !== undefined && { token_endpoint }) };
  }
  throw new Error(`None of ${locations.join(', ')} names ${issuer} and a jwks_uri over ${protocol}`);
}

async function fetchMetadata(url: string): Promise<Partial<IssuerMetadata>> {
  const response = await fetch(url, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return response.ok && isJson ? ((await response.json()) as Partial<IssuerMetadata>) : {};
}

function unreachable(cause: unknown): Problem {
  return new Problem('unavailable', 'The token issuer does not respond.', {
    headers: { 'retry-after': '5' },
    cause,
  });
}
