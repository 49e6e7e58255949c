import {
  AuthenticationError,
  DDoSProtection,
  ExchangeError,
  InvalidNonce,
  NetworkError,
  RateLimitExceeded,
} from 'ccxt';
import { CLOCK_MARGIN_MS, notSent, refused, unknown, type Cause, type Outcome } from '../port.ts';
import type { Json, Profile } from './profile.ts';
import { isAnswered, type Fate } from './travel.ts';

/** Turned away at the door: nothing was done, and the same request may be sent again. */
const DOOR = [AuthenticationError, DDoSProtection, RateLimitExceeded, InvalidNonce];

/**
 * Sorts what ccxt has thrown. Where the request may have left and no answer came, nothing else counts; where it was
 * answered, only what the exchange said explicitly does.
 */
export function explain(error: unknown, fate: Fate, profile?: Profile): Outcome<never> {
  const reason = reasonOf(error);
  const codes = codesIn(fate, profile);
  const cause = causeOf(error, fate, codes, profile);
  if (fate === 'left') return unknown(reason, cause);
  const isRefusal = error instanceof ExchangeError;
  if (!isAnswered(fate)) return isRefusal ? refused(error.name, reason, cause) : notSent(reason, cause);
  if (DOOR.some((kind) => error instanceof kind) && fate.status < 500) return notSent(reason, cause);
  // One that ccxt could not sort is believed only together with the status of a refusal.
  if (codes.some((code) => profile?.lateness?.test(code))) return notSent(reason, cause);
  const isRefusedByCode = codes.some((code) => profile?.refusals?.test(code));
  const isSorted = isRefusal && (isRefusedByCode || error.constructor !== ExchangeError);
  const isClientFault = fate.status >= 400 && fate.status < 500;
  if (isRefusal && fate.status < 500 && (isSorted || isClientFault)) {
    return refused(error.name, reason, cause);
  }
  return unknown(reason, cause);
}

const REASON_LENGTH = 500;

/** Without the queries of addresses, which are signed, and without a whole page of HTML. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/(https?:\/\/[^\s?]+)\?\S*/g, '$1').slice(0, REASON_LENGTH);
}

/** Forbidden, banned, and not available in this country. */
const ADDRESS_STATUS = new Set([403, 418, 451]);

function causeOf(
  error: unknown,
  fate: Fate,
  codes: readonly string[],
  profile: Profile | undefined,
): Cause | undefined {
  if (fate === 'left' || fate === 'stayed') return 'unreachable';
  const isKey = error instanceof AuthenticationError || codes.some((code) => profile?.wrongKeys?.test(code));
  if (!isAnswered(fate)) return isKey ? 'key' : undefined;
  // A proxy that does not know us.
  if (fate.status === 407) return 'unreachable';
  const isLate = codes.some((code) => profile?.lateness?.test(code));
  if (error instanceof InvalidNonce || isLate) return 'clock';
  const isBanned = ADDRESS_STATUS.has(fate.status) && !isKey;
  if (isBanned || codes.some((code) => profile?.strangers?.test(code))) return 'address';
  if (isKey) return Math.abs(fate.aheadMs ?? 0) > CLOCK_MARGIN_MS ? 'clock' : 'key';
  if (error instanceof DDoSProtection || error instanceof RateLimitExceeded) return 'limit';
  return error instanceof NetworkError || fate.status >= 500 ? 'outage' : undefined;
}

/** The exchange's own codes in an answer. */
export function codesIn(fate: Fate, profile: Profile | undefined): readonly string[] {
  if (!isAnswered(fate) || !profile) return [];
  try {
    return profile.codesOf(JSON.parse(fate.body) as Json);
  } catch {
    return [];
  }
}
