export {
  countWaiting,
  countWaitingForOthers,
  selectWaiting,
  selectWaitingForOthers,
  type Voter,
} from './store.ts';
