export { changeScopes, changingScopes } from './change-scopes.ts';
export { defineChange, refuseForeign, type ChangeTarget } from './change.ts';
export { createCredential, creating, identityFaults, prepareCredential, refuseTakenName } from './create.ts';
export {
  etagOf,
  isName,
  makeSecret,
  toCredential,
  type Credential,
  type CredentialWithSecret,
} from './credential.ts';
export { decoyHash, hashSecret, verifySecret } from './hash.ts';
export { listCredentials } from './list.ts';
export { revokeCredential, revoking } from './revoke.ts';
export { replacingSecret, rotateCredential } from './rotate.ts';
export {
  insertCredential,
  lockCredential,
  selectClients,
  selectUsableCredential,
  updateCredential,
  type CredentialRow,
} from './store.ts';
