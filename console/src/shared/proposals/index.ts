export { Decision } from './decision.tsx';
export { ProposalsPage, useChosenStatus } from './proposals-page.tsx';
export { proposalsSearch } from './search.ts';
