export { namesProjection } from './mirror.ts';
export { lockFigures, readFigures, type Figures } from './figures.ts';
export { hold, post, release, reserve } from './post.ts';
export { walletEndpoints } from './routes.ts';
export { MANUAL_KINDS, type EntryKind, type ManualKind } from './schema.ts';
export type { Carry, Maturity, Posting } from './store.ts';
export { walletJobs } from './work.ts';
export { listAccounts } from './list.ts';
