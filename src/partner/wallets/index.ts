export { namesProjection } from './mirror.ts';
export { lockFigures, readFigures, type Figures } from './figures.ts';
export { hold, post, release, reserve } from './post.ts';
export { walletEndpoints } from './routes.ts';
export type { EntryKind } from './schema.ts';
export type { Maturity, Posting } from './store.ts';
export { listAccounts } from './list.ts';
