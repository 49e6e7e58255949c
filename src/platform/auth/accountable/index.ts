export { findAccountable, isSamePerson, ownActs } from './find.ts';
export { findHolders } from './find-holders.ts';
export { endCounting, insertCountsAs } from './store.ts';
