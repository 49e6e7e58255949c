export {
  endAttempt,
  insertAttempt,
  insertDoubts,
  markAbsent,
  selectAttempts,
  sumFunded,
  type AttemptRow,
} from './store.ts';
