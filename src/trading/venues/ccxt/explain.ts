import { AuthenticationError, DDoSProtection, ExchangeError, InvalidNonce, RateLimitExceeded } from 'ccxt';
import { notSent, refused, unknown, type Outcome } from '../port.ts';
import type { Json, Profile } from './profile.ts';
import { isAnswered, type Fate } from './travel.ts';

/** Turned away at the door: nothing was done, and the same request may be sent again. */
const DOOR = [AuthenticationError, DDoSProtection, RateLimitExceeded, InvalidNonce];

/**
 * Sorts what ccxt has thrown. Where the request may have left and no answer came, nothing else counts; where it was
 * answered, only what the exchange said explicitly does.
 */
export function explain(error: unknown, fate: Fate, profile?: Profile): Outcome<never> {
  const reason = error instanceof Error ? error.message : String(error);
  if (fate === 'left') return unknown(reason);
  const isRefusal = error instanceof ExchangeError;
  if (!isAnswered(fate)) return isRefusal ? refused(error.name, reason) : notSent(reason);
  if (DOOR.some((kind) => error instanceof kind) && fate.status < 500) return notSent(reason);
  // One that ccxt could not sort is believed only together with the status of a refusal.
  const codes = codesIn(fate, profile);
  if (codes.some((code) => profile?.lateness?.test(code))) return notSent(reason);
  const isRefusedByCode = codes.some((code) => profile?.refusals?.test(code));
  const isSorted = isRefusal && (isRefusedByCode || error.constructor !== ExchangeError);
  const isClientFault = fate.status >= 400 && fate.status < 500;
  if (isRefusal && fate.status < 500 && (isSorted || isClientFault)) return refused(error.name, reason);
  return unknown(reason);
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
