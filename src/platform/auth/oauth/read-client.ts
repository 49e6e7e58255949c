import type { Form } from './schema.ts';
import { oauthProblem } from './refuse.ts';

interface ClientSecret {
  readonly name: string;
  readonly secret: string;
}

/** Reads the client id and secret from the header (`client_secret_basic`) or the form (`client_secret_post`). */
export function readClient(authorization: string | undefined, form: Form): ClientSecret {
  const { client_id: name, client_secret: secret } = form;
  if (authorization === undefined) {
    if (name && secret) return { name, secret };
    throw oauthProblem('invalid_client', 'Send client_id and client_secret, in the header or in the form.');
  }
  if (secret)
    throw oauthProblem('invalid_request', 'Send the secret in the header or in the form, not both.');
  const client = readBasic(authorization);
  if (client === undefined) {
    throw oauthProblem(
      'invalid_client',
      'The Authorization header must be Basic with client_id and client_secret.',
    );
  }
  if (name && name !== client.name) {
    throw oauthProblem('invalid_request', 'The client_id in the form is not the one in the header.');
  }
  return client;
}

const BASIC = /^basic +([a-z0-9+/]+={0,2})$/i;

function readBasic(authorization: string): ClientSecret | undefined {
  const encoded = BASIC.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const [name, ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (!name || rest.length === 0) return undefined;
  try {
    return { name: decodeFormText(name), secret: decodeFormText(rest.join(':')) };
  } catch {
    return undefined;
  }
}

/** RFC 6749 section 2.3.1: both parts are form-encoded before they are joined. */
const decodeFormText = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
