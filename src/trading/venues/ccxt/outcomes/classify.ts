import { DDoSProtection, ExchangeError, InvalidNonce, AuthenticationError, RateLimitExceeded } from 'ccxt';
import { notSent, refused, unknown, type Outcome } from '../../port/index.ts';
import { valueOf, type Movement } from '../answers.ts';
import { causeOf, codesIn, reasonOf } from './explain.ts';
import type { Profile } from '../profile.ts';
import { isAnswered, type Delivery } from '../transport/transport.ts';

/** The same request may pass later. */
const PASSING = [AuthenticationError, DDoSProtection, RateLimitExceeded, InvalidNonce];

/**
 * What is proved of a request that moves money and was not answered with a success, by its own delivery. Only our transport
 * knows that nothing left, and only a listed code of the exchange proves that it did nothing.
 */
export const classify =
  (movement: Movement, profile: Profile | undefined) =>
  (error: unknown, delivery: Delivery): Outcome<never> => {
    const reason = reasonOf(error);
    const cause = causeOf(error, delivery, profile);
    if (delivery === 'sent') return unknown(reason, cause);
    if (!isAnswered(delivery)) {
      const isFinal = error instanceof ExchangeError && !PASSING.some((kind) => error instanceof kind);
      return isFinal ? refused(error.name, reason, cause) : notSent(reason, cause);
    }
    const proofs = profile?.answers[movement];
    const codes = codesIn(delivery, profile);
    if (!profile || !proofs || codes.length === 0) return unknown(reason, cause);
    if (codes.some((code) => proofs.repeated.includes(code)))
      return unknown(`The venue has seen this request before. ${reason}`, cause);
    const { turnedAway } = profile.answers;
    if (codes.every((code) => valueOf(turnedAway, code))) return notSent(reason, cause);
    const whys = codes.map((code) => valueOf(proofs.refused, code));
    const [why] = whys;
    return why && whys.every(Boolean) ? refused(why, reason, cause) : unknown(reason, cause);
  };
