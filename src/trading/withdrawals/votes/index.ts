export { insertVote, selectVotes, votesOf, type ShownVote, type VoteRow } from './store.ts';
