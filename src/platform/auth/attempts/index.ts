export { Attempts, type Pause } from './attempts.ts';
export { sweepAttempts } from './sweep.ts';
