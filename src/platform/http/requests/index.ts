export { requestChecker } from './check.ts';
export {
  KEY_DECLARATION,
  KEY_HEADER,
  REPLAYED_DECLARATION,
  REPLAYED_HEADER,
  requestKeyOf,
} from './idempotency-key.ts';
export { addBodyParsers, rejectEncodedBody } from './parse-body.ts';
