export { answerOnce } from './answer-once.ts';
export {
  checkAnswer,
  claimOfRequest,
  findFirst,
  findUsed,
  insertClaims,
  KEYS_KEPT_MS,
  nameOf,
  type Claim,
  type NewClaim,
} from './claim.ts';
export { idempotencyJobs, sweepClaims } from './sweep.ts';
