import { Type, type Static } from 'typebox';

const text = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }));

const client = {
  client_id: text('For `client_secret_post`: the client id.', 'operator'),
  client_secret: text('For `client_secret_post`: the secret.', 'wJalrXUtnFEMI-K7MDENG-bPxRfiCYEXAMPLEKEY'),
};

// RFC 6749 section 3.2 requires servers to ignore unknown parameters. Missing ones get an OAuth error, so all are optional here.
export const TokenForm = Type.Object(
  {
    grant_type: text('Always `client_credentials`.', 'client_credentials'),
    scope: text('Fewer scopes than the client has, separated by spaces.', 'venues:view'),
    ...client,
  },
  { title: 'TokenForm', additionalProperties: true },
);

export const RevokeForm = Type.Object(
  {
    token: text('The access token.', 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJvcGVyYXRvciJ9.c2lnbmF0dXJl'),
    token_type_hint: text('Not needed.', 'access_token'),
    ...client,
  },
  { title: 'RevokeForm', additionalProperties: true },
);

export type Form = Static<typeof TokenForm> | Static<typeof RevokeForm>;

export const TokenAnswer = Type.Object(
  {
    access_token: Type.String({ examples: ['eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJvcGVyYXRvciJ9.c2lnbmF0dXJl'] }),
    token_type: Type.Literal('Bearer', { examples: ['Bearer'] }),
    expires_in: Type.Integer({ description: 'Seconds.', examples: [300] }),
    scope: Type.String({ examples: ['venues:view market-data:view'] }),
  },
  { title: 'TokenAnswer' },
);

export const ServerMetadata = Type.Object(
  {
    issuer: Type.String({ examples: ['https://trading.example.com'] }),
    token_endpoint: Type.Optional(Type.String({ examples: ['https://trading.example.com/oauth/token'] })),
    revocation_endpoint: Type.Optional(
      Type.String({ examples: ['https://trading.example.com/oauth/revoke'] }),
    ),
    jwks_uri: Type.String({ examples: ['https://trading.example.com/.well-known/jwks.json'] }),
    scopes_supported: Type.Optional(Type.Array(Type.String(), { examples: [['venues:view']] })),
    response_types_supported: Type.Optional(Type.Array(Type.String(), { examples: [[]] })),
    grant_types_supported: Type.Optional(Type.Array(Type.String(), { examples: [['client_credentials']] })),
    token_endpoint_auth_methods_supported: Type.Optional(
      Type.Array(Type.String(), { examples: [['client_secret_basic', 'client_secret_post']] }),
    ),
    revocation_endpoint_auth_methods_supported: Type.Optional(
      Type.Array(Type.String(), { examples: [['client_secret_basic', 'client_secret_post']] }),
    ),
  },
  { title: 'ServerMetadata' },
);

export const KeySet = Type.Object(
  {
    keys: Type.Array(
      Type.Object(
        {
          kid: Type.String({
            examples: [
              '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWK',
            ],
          }),
          kty: Type.String({ examples: ['EC'] }),
          crv: Type.String({ examples: ['P-256'] }),
          x: Type.String({ examples: ['f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU'] }),
          y: Type.String({ examples: ['x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'] }),
          alg: Type.String({ examples: ['ES256'] }),
          use: Type.String({ examples: ['sig'] }),
        },
        { title: 'PublicKey' },
      ),
    ),
  },
  { title: 'KeySet' },
);
