export { actsAlone } from './acts-alone.ts';
export {
  countProposals,
  deleteClaim,
  endOpen,
  insertClaim,
  insertProposal,
  lockProposal,
  type ProposalRow,
  selectCurrent,
  selectExpectedSeconds,
  selectProposal,
  selectProposals,
  type ShownProposal,
  updateProposal,
} from './store.ts';
