export { namesProjection } from './mirror.ts';
export { dayOf, lockFigures, readFigures, type Figures } from './figures.ts';
export { hold, post, release, reserve, reserveFrom } from './post.ts';
export { rewardNotice, rewardOccasion, statementNotice } from './notices/index.ts';
export { walletEndpoints } from './routes.ts';
export { MANUAL_KINDS, type EntryKind, type ManualKind } from './schema.ts';
export { allFigures, lockAccounts, lockFunded, type Carry, type Maturity, type Posting } from './store.ts';
export { walletJobs } from './work.ts';
export { listAccounts } from './list.ts';
