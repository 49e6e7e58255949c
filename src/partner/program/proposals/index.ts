export { refuseProposal, withdrawProposal } from './end.ts';
export { listProposals, showProposal } from './list.ts';
export { proposalNotice } from './notices.ts';
export { lockPending, proposeChange, requireSecond, storeProposal } from './propose.ts';
export {
  FACT,
  MAX_FACTS,
  NEW_PROPOSAL,
  PROPOSAL,
  PROPOSAL_PARAMS,
  PROPOSALS,
  PROPOSALS_QUERY,
  TARIFF_EXAMPLE,
  toProposal,
  type Proposal,
} from './schema.ts';
export { endProposal, selectProposal, type Fact, type ProposalRow } from './store.ts';
