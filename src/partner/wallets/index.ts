export { namesProjection } from './mirror.ts';
export { lockBalance, post, release, reserve } from './post.ts';
export { walletEndpoints } from './routes.ts';
export type { EntryKind } from './schema.ts';
export type { Posting } from './store.ts';
export { listAccounts } from './list.ts';
