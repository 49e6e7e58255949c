export { canonicalJson, sha256, type Json } from './canonical.ts';
export type { Actor, Context, RequestKey } from './context.ts';
export { Decimal } from './decimal.ts';
export {
  ERRORS,
  Problem,
  invalid,
  noFieldErrors,
  refuseFieldErrors,
  type ErrorCode,
  type FieldErrors,
} from './errors.ts';
export { exactJson } from './exact-json.ts';
export { CHAIN_START, chainHash } from './hash-chain.ts';
export { IDENTIFIER, IDENTIFIER_FORM, isIdentifier } from './identifier.ts';
export { newId, newTraceId } from './ids.ts';
export { LinkedAbort } from './linked-abort.ts';
export { Semaphore, TooManyWaiting, type Release, type SemaphoreOptions } from './semaphore.ts';
export { mostSimilar } from './similar.ts';
export { plainText } from './text.ts';
export { backOffMs, later, systemClock, type Clock } from './time.ts';
export { isTimeZone } from './time-zone.ts';
export { textChecker, textReader, valueChecker, type Checker } from './validate.ts';
