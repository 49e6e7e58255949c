export { findAccountable, isSamePerson, ownActs } from './find.ts';
export { endCounting, insertCountsAs, type Act } from './store.ts';
