export { compare, type Difference } from './compare.ts';
export { differenceNotice } from './notices.ts';
export { reconcile, type Reconciliation } from './reconcile.ts';
export { releaseAfterReconciliation } from './release.ts';
