export { changeScopes } from './change-scopes.ts';
export { defineChange, refuseForeign, type ChangeTarget } from './change.ts';
export { createCredential, identityFaults, refuseTakenName } from './create.ts';
export { isName, toCredential, type Credential, type CredentialWithSecret } from './credential.ts';
export { decoyHash, hashSecret, verifySecret } from './hash.ts';
export { findAccountable } from './find-accountable.ts';
export { listCredentials } from './list.ts';
export { revokeCredential } from './revoke.ts';
export { rotateCredential } from './rotate.ts';
export {
  insertCredential,
  lockCredential,
  selectClients,
  selectUsableCredential,
  updateCredential,
  type CredentialRow,
} from './store.ts';
