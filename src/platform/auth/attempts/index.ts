export { Attempts, type Pause } from './attempts.ts';
export { measureSignIns } from './measure.ts';
export { lockNotice } from './notices.ts';
export { sweepAttempts } from './sweep.ts';
