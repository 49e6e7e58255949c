export { createAuthenticator, type Authenticator } from './authenticate.ts';
export { issueToken } from './issue.ts';
export type { Issuer } from './issuer.ts';
export { expiredToken, invalidToken } from './refuse.ts';
export { revokeToken } from './revoke.ts';
export { signToken } from './sign.ts';
export { createExternalIssuer, type ExternalIssuer } from './verify-external.ts';
export { createVerify, type OwnToken } from './verify.ts';
export { watchTokens } from './watch.ts';
