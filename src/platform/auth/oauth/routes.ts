import type { Static } from 'typebox';
import { Problem } from '../../../kernel/index.ts';
import { endpoint, type Endpoint } from '../../http/index.ts';
import type { Issuer } from '../tokens/index.ts';
import { SCOPES } from '../scopes.ts';
import { grantToken } from './grant.ts';
import { revokeOwnToken } from './revoke.ts';
import { KeySet, RevokeForm, ServerMetadata, TokenAnswer, TokenForm } from './schema.ts';
import { AUTH_TAG } from '../tag.ts';

const FORM_BODY_LIMIT_BYTES = 16 * 1024;
const KEYS_PATH = '/.well-known/jwks.json';

export function oauthEndpoints(issuer: Issuer): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: '/oauth/token',
      operation: 'getToken',
      tag: AUTH_TAG,
      summary: 'Get an access token with a client id and its secret',
      description:
        'The client credentials grant of RFC 6749. The secret is sent in the `Authorization: Basic` header or in the form, not both. Errors have the members `error` and `error_description`.',
      scope: 'public',
      body: TokenForm,
      bodyKind: 'form',
      bodyLimitBytes: FORM_BODY_LIMIT_BYTES,
      oauthFaults: true,
      answers: { 200: { description: 'The token.', schema: TokenAnswer } },
      errors: ['unauthenticated'],
      handle: (context, { headers, body, ip }) =>
        asOAuthError(async () => ({
          status: 200,
          headers: { pragma: 'no-cache' },
          body: await grantToken(context, {
            issuer,
            authorization: headers.authorization,
            form: body,
            ip,
          }),
        })),
    }),
    endpoint({
      method: 'POST',
      path: '/oauth/revoke',
      operation: 'revokeToken',
      tag: AUTH_TAG,
      summary: 'Revoke an access token',
      description: 'RFC 7009. Revoking an invalid token is not an error.',
      scope: 'public',
      body: RevokeForm,
      bodyKind: 'form',
      bodyLimitBytes: FORM_BODY_LIMIT_BYTES,
      oauthFaults: true,
      answers: { 200: { description: 'The token is revoked or invalid.', schema: null } },
      errors: ['unauthenticated'],
      handle: (context, { headers, body, ip }) =>
        asOAuthError(async () => {
          await revokeOwnToken(context, { issuer, authorization: headers.authorization, form: body, ip });
          return { status: 200 };
        }),
    }),
    endpoint({
      method: 'GET',
      path: KEYS_PATH,
      operation: 'getKeys',
      tag: AUTH_TAG,
      summary: 'Get the public keys that verify tokens',
      scope: 'public',
      answers: { 200: { description: 'The keys.', schema: KeySet } },
      handle: async () => ({ status: 200, body: await issuer.keys.publicKeys() }),
    }),
    metadataEndpoint(async () => metadataOf(issuer)),
  ];
}

export function metadataEndpoint(find: () => Promise<Static<typeof ServerMetadata>>): Endpoint {
  return endpoint({
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    operation: 'getAuthorizationServer',
    tag: AUTH_TAG,
    summary: 'Get the metadata of the token issuer',
    description: 'RFC 8414. When an external issuer is configured, `issuer` names it.',
    scope: 'public',
    answers: { 200: { description: 'The metadata.', schema: ServerMetadata } },
    handle: async () => ({ status: 200, body: await find() }),
  });
}

function metadataOf({ url, service }: Issuer): Static<typeof ServerMetadata> {
  const methods = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer: url,
    token_endpoint: `${url}/oauth/token`,
    revocation_endpoint: `${url}/oauth/revoke`,
    jwks_uri: `${url}${KEYS_PATH}`,
    scopes_supported: Object.keys(SCOPES[service]),
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
  };
}

/** Adds the members that OAuth client libraries read to errors that are not specific to OAuth. */
async function asOAuthError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Problem) || error.members !== undefined) throw error;
    const members = { error: 'temporarily_unavailable', error_description: error.message };
    throw new Problem(error.code, error.message, {
      headers: error.headers ?? {},
      members,
      cause: error.cause,
    });
  }
}
