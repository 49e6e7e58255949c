import { Problem } from '../../../kernel/index.ts';

type OAuthError =
  | 'invalid_client'
  | 'invalid_request'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type';

/** An error of RFC 6749 section 5.2. The description must not contain quotation marks or backslashes. */
export function oauthProblem(error: OAuthError, description: string): Problem {
  const isClientUnknown = error === 'invalid_client';
  return new Problem(isClientUnknown ? 'unauthenticated' : 'validation_failed', description, {
    members: { error, error_description: description },
    ...(isClientUnknown && { headers: { 'www-authenticate': 'Basic realm="oauth", charset="UTF-8"' } }),
  });
}
