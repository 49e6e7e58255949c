export { Decision } from './decision.tsx';
export { ProposalsPage } from './proposals-page.tsx';
