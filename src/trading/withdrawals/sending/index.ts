export { doubtUnsent } from './doubt.ts';
export { askStatus, pollDue, type Status } from './poll.ts';
export { markAbsent, selectAttempts } from './store.ts';
export { TIMING, type Support, type Timing } from './submission.ts';
export { submitDue } from './submit.ts';
