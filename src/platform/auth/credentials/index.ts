export { changeScopes } from './change-scopes.ts';
export { createCredential } from './create.ts';
export type { CredentialWithSecret } from './credential.ts';
export { listCredentials } from './list.ts';
export { FAILURES_FORGOTTEN_AFTER_MS, proveCredential } from './prove.ts';
export { createQueue, type Queue } from './queue.ts';
export { revokeCredential } from './revoke.ts';
export { rotateCredential } from './rotate.ts';
export { deleteOldFailures, selectUsableCredential, type CredentialRow } from './store.ts';
