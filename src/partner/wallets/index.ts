export { namesProjection } from './mirror.ts';
export { dayOf, lockFigures, readFigures, type Figures } from './figures.ts';
export { hold, post, release, reserve, reserveFrom } from './post.ts';
export { walletEndpoints } from './routes.ts';
export type { EntryKind } from './schema.ts';
export { allFigures, lockAccounts, lockFunded, type Maturity, type Posting } from './store.ts';
export { listAccounts } from './list.ts';
