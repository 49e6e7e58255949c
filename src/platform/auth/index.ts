export { findAccountable, findHolders, isSamePerson, ownActs } from './accountable/index.ts';
export {
  changeScopes,
  createCredential,
  listCredentials,
  revokeCredential,
  rotateCredential,
  type CredentialWithSecret,
} from './credentials/index.ts';
export { hasSigningKey, rotateKeys } from './keys/index.ts';
export { lockNotice } from './attempts/index.ts';
export {
  changeRoles,
  invitationLink,
  invitationNotice,
  invitePerson,
  listInvited,
  NO_SIGN_INS,
  readSignIns,
  resetPerson,
  type Invitation,
} from './people/index.ts';
export { signInPath } from './openid/index.ts';
export { accessNotice } from './proposals/index.ts';
export { ROLES } from './roles.ts';
export { openAuth, type Auth, type AuthOptions, type ServiceAuth } from './open.ts';
export { GRANTS, grantOf, SCOPES, type ServiceName } from './scopes.ts';
export { createSecrets, type Secrets } from './secrets.ts';
export { authJobs } from './sweep.ts';
export { signOperatorToken } from './tokens/index.ts';
