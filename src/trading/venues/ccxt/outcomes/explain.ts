import {
  AuthenticationError,
  DDoSProtection,
  ExchangeError,
  InvalidNonce,
  NetworkError,
  RateLimitExceeded,
} from 'ccxt';
import { CLOCK_MARGIN_MS, notSent, refused, unknown, type Cause, type Outcome } from '../../port/index.ts';
import { valueOf } from '../answers.ts';
import type { Json, Profile } from '../profile.ts';
import { isAnswered, type Delivery } from '../transport/transport.ts';

/** Refused before it was processed: the same question may be asked again. */
const DOOR = [AuthenticationError, DDoSProtection, RateLimitExceeded, InvalidNonce];

/**
 * Sorts what ccxt has thrown at a question, by the classes that ccxt gives. A request that moves money is sorted by the
 * exchange's own codes alone.
 */
export function explain(error: unknown, delivery: Delivery, profile?: Profile): Outcome<never> {
  const reason = reasonOf(error);
  const cause = causeOf(error, delivery, profile);
  if (delivery === 'sent') return unknown(reason, cause);
  const isRefusal = error instanceof ExchangeError;
  if (!isAnswered(delivery)) return isRefusal ? refused(error.name, reason, cause) : notSent(reason, cause);
  if (delivery.status >= 500) return unknown(reason, cause);
  if (DOOR.some((kind) => error instanceof kind) || cause === 'clock') return notSent(reason, cause);
  // An error that ccxt could not sort is a refusal only together with the status of one.
  const isSorted = isRefusal && error.constructor !== ExchangeError;
  return isSorted || (isRefusal && delivery.status >= 400)
    ? refused(error.name, reason, cause)
    : unknown(reason, cause);
}

const REASON_LENGTH = 500;
/** What is cut off may begin with a part of a name: `redact` looks for that. */
const CUT = '…';

/** Without the queries of addresses, which are signed, and without a whole page of HTML. */
export function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  const text = said.replaceAll(/(https?:\/\/[^\s?]+)\?\S*/g, '$1');
  return text.length > REASON_LENGTH ? `${text.slice(0, REASON_LENGTH - CUT.length)}${CUT}` : text;
}

/** Forbidden, banned, and not available in this country. */
const ADDRESS_STATUS = new Set([403, 418, 451]);

/** For people: it says why a venue does not do what is asked, and decides nothing. */
export function causeOf(error: unknown, delivery: Delivery, profile: Profile | undefined): Cause | undefined {
  if (delivery === 'sent' || delivery === 'unsent') return 'unreachable';
  const isKey = error instanceof AuthenticationError;
  if (!isAnswered(delivery)) return isKey ? 'key' : undefined;
  // A proxy that does not know us.
  if (delivery.status === 407) return 'unreachable';
  const [cause] = codesIn(delivery, profile).flatMap(
    (code) => (profile && valueOf(profile.answers.turnedAway, code)) ?? [],
  );
  if (error instanceof InvalidNonce || cause === 'clock') return 'clock';
  if (cause === 'address') return 'address';
  const isAddress = ADDRESS_STATUS.has(delivery.status) && !isKey && cause === undefined;
  if (isAddress || isKey || cause === 'key') {
    // A late or early signature is often refused in the words for a wrong one.
    if (Math.abs(delivery.aheadMs ?? 0) > CLOCK_MARGIN_MS) return 'clock';
    return isAddress ? 'address' : 'key';
  }
  if (error instanceof DDoSProtection || error instanceof RateLimitExceeded || cause === 'limit')
    return 'limit';
  return error instanceof NetworkError || delivery.status >= 500 ? 'outage' : undefined;
}

/** The exchange's own codes in an answer. */
export function codesIn(delivery: Delivery, profile: Profile | undefined): readonly string[] {
  if (!isAnswered(delivery) || !profile) return [];
  try {
    return profile.answers.codesOf(JSON.parse(delivery.body) as Json);
  } catch {
    return [];
  }
}
