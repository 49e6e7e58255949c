export { Attempts, type Pause } from './attempts.ts';
export { measureSignIns } from './measure.ts';
export { sweepAttempts } from './sweep.ts';
