export { insertVote, requesterOwner, selectVotes, votesOf, type ShownVote, type VoteRow } from './store.ts';
