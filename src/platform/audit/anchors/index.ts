export { formatAnchor, parseAnchor, type Anchor } from './anchor.ts';
export { compareAnchors, findHead, type Comparison } from './compare.ts';
export { listAnchors, pruneAnchors, writeAnchor } from './keep.ts';
