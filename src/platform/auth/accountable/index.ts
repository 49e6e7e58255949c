export { findAccountable, isSamePerson, ownActs } from './find.ts';
export { endCounting, insertCountsAs } from './store.ts';
