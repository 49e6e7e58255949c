export { hasSigningKey, openKeyRing, type KeyRing } from './ring.ts';
export { ALGORITHM, rotateKeys } from './rotate.ts';
export { deleteExpiredKeys } from './store.ts';
