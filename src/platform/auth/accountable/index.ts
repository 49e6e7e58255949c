export { areSamePerson, findAccountable, isSamePerson } from './find.ts';
export { endCounting, insertCountsAs } from './store.ts';
