import type { Static } from 'typebox';
import type { Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import type { CredentialRow } from '../credentials/index.ts';
import { scopesAt } from '../scopes.ts';
import { issueToken, type Issuer } from '../tokens/index.ts';
import { readClient } from './read-client.ts';
import { oauthProblem } from './refuse.ts';
import type { Form, TokenAnswer, TokenForm } from './schema.ts';

interface FormRequest<F extends Form> {
  readonly issuer: Issuer;
  readonly authorization: string | undefined;
  readonly form: F;
  /** The address the request came from. */
  readonly ip: string;
}

/** The client credentials grant of RFC 6749 section 4.4. */
export async function grantToken(
  context: Context<Db>,
  request: FormRequest<Static<typeof TokenForm>>,
): Promise<Static<typeof TokenAnswer>> {
  const { issuer, form, ip } = request;
  if (!form.grant_type) throw oauthProblem('invalid_request', 'grant_type is missing.');
  if (form.grant_type !== 'client_credentials') {
    throw oauthProblem('unsupported_grant_type', 'grant_type must be client_credentials.');
  }
  const credential = await proveClient(context, request);
  const scopes = chooseScopes(scopesAt(issuer.service, credential), form.scope);
  const grant = 'client credentials';
  const { text, lifetimeSeconds } = await issueToken(context, { issuer, credential, scopes, grant, ip });
  return {
    access_token: text,
    token_type: 'Bearer',
    expires_in: lifetimeSeconds,
    scope: scopes.join(' '),
  };
}

export async function proveClient(
  context: Context<Db>,
  { issuer, authorization, form, ip }: FormRequest<Form>,
): Promise<CredentialRow> {
  const client = readClient(authorization, form);
  const credential = await issuer.attempts.prove(context, { kind: 'client', ...client, ip });
  if (credential === undefined)
    throw oauthProblem('invalid_client', 'The client_id or the client_secret is wrong.');
  return credential;
}

function chooseScopes(held: readonly string[], requested: string | undefined): readonly string[] {
  if (held.length === 0) throw oauthProblem('invalid_scope', 'The client has no scope of this service.');
  if (!requested) return held;
  const scopes = [...new Set(requested.split(' ').filter((scope) => scope !== ''))];
  if (scopes.length === 0 || !scopes.every((scope) => held.includes(scope))) {
    throw oauthProblem('invalid_scope', `The client may request these scopes: ${held.join(' ')}`);
  }
  return scopes;
}
