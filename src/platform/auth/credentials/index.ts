export { changeScopes } from './change-scopes.ts';
export { createCredential } from './create.ts';
export { isName, type CredentialWithSecret } from './credential.ts';
export { decoyHash, verifySecret } from './hash.ts';
export { listCredentials } from './list.ts';
export { revokeCredential } from './revoke.ts';
export { rotateCredential } from './rotate.ts';
export { selectUsableCredential, type CredentialRow } from './store.ts';
