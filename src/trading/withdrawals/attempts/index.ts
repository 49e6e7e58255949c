export {
  endAttempt,
  insertAttempt,
  markAbsent,
  selectAttempts,
  sumFunded,
  type AttemptRow,
} from './store.ts';
