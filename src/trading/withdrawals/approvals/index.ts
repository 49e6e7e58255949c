export { ApprovalPage, ApprovalQuery, Vote, VoteResults, Votes } from './schema.ts';
export { listApprovals, listOtherApprovals } from './list.ts';
export { selectVotes } from './store.ts';
export { voteTogether } from './vote-together.ts';
export { voteOnWithdrawal } from './vote.ts';
