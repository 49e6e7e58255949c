export type { OpenIdClient } from './provider.ts';
export { openIdEndpoints, signInPath } from './routes.ts';
export { deleteExpiredAnswers } from './store.ts';
