import type { Static } from 'typebox';
import { Problem, type Context } from '../../../kernel/index.ts';
import type { Db } from '../../postgres/index.ts';
import { revokeToken, type OwnToken, type Issuer } from '../tokens/index.ts';
import { proveClient } from './grant.ts';
import { oauthProblem } from './refuse.ts';
import type { RevokeForm } from './schema.ts';

interface RevokeRequest {
  readonly issuer: Issuer;
  readonly authorization: string | undefined;
  readonly form: Static<typeof RevokeForm>;
  readonly ip: string;
}

/** RFC 7009: a client revokes its own token; a token that is not valid is not an error. */
export async function revokeOwnToken(context: Context<Db>, request: RevokeRequest): Promise<void> {
  const { issuer, form } = request;
  if (!form.token) throw oauthProblem('invalid_request', 'token is missing.');
  const client = await proveClient(context, request);
  const token = await findValid(issuer, form.token);
  if (token === undefined) return;
  if (token.actor.kind !== 'client' || token.actor.id !== client.name) {
    throw oauthProblem('unauthorized_client', 'The token was issued to another client.');
  }
  await revokeToken(context, { issuer, token });
}

async function findValid(issuer: Issuer, text: string): Promise<OwnToken | undefined> {
  try {
    return await issuer.authenticator.inspect(`Bearer ${text}`);
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return undefined;
    throw error;
  }
}
