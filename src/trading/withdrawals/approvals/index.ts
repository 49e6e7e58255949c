export { listApprovals, listOtherApprovals } from './list.ts';
export { voteTogether } from './vote-together.ts';
export { voteOnWithdrawal } from './vote.ts';
