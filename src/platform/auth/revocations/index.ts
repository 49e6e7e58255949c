export { LONGEST_TOKEN_LIFETIME_MS, revokeSecret, revokeTokenId } from './revoke.ts';
export { deleteExpiredRevocations } from './store.ts';
export { watchRevocations, type Revocations } from './watch.ts';
