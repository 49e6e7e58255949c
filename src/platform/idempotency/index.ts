export {
  checkAnswer,
  findFirst,
  findUsed,
  insertClaims,
  KEYS_KEPT_MS,
  nameOf,
  type Claim,
  type NewClaim,
} from './claim.ts';
export { idempotencyJobs, sweepClaims } from './sweep.ts';
