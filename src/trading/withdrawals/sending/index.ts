export { doubtUnsent } from './doubt.ts';
export { pollDue } from './poll.ts';
export { markAbsent, selectAttempts } from './store.ts';
export { TIMING, type Support, type Timing } from './submission.ts';
export { submitDue } from './submit.ts';
