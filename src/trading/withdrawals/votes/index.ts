export { insertVote, requesters, selectVotes, votesOf, type ShownVote, type VoteRow } from './store.ts';
