import { AuthenticationError, DDoSProtection, ExchangeError, InvalidNonce, RateLimitExceeded } from 'ccxt';
import { notSent, refused, unknown, type Outcome } from '../port.ts';
import { isAnswered, type Fate } from './travel.ts';

/** Turned away at the door: nothing was done, and the same request may be sent again. */
const DOOR = [AuthenticationError, DDoSProtection, RateLimitExceeded, InvalidNonce];

/**
 * Sorts what ccxt has thrown. Where the request may have left and no answer came, nothing else counts; where it was
 * answered, only what the exchange said explicitly does.
 */
export function explain(error: unknown, fate: Fate): Outcome<never> {
  const reason = error instanceof Error ? error.message : String(error);
  if (fate === 'left') return unknown(reason);
  const isRefusal = error instanceof ExchangeError;
  if (!isAnswered(fate)) return isRefusal ? refused(error.name, reason) : notSent(reason);
  if (DOOR.some((kind) => error instanceof kind) && fate.status < 500) return notSent(reason);
  // One that ccxt could not sort is believed only together with the status of a refusal.
  const isSorted = isRefusal && error.constructor !== ExchangeError;
  const isClientFault = fate.status >= 400 && fate.status < 500;
  if (isRefusal && fate.status < 500 && (isSorted || isClientFault)) return refused(error.name, reason);
  return unknown(reason);
}
