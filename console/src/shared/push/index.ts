export { canPush, endPush, fingerprintOf, readPush, startPush } from './subscription.ts';
