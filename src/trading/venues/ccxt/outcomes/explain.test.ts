import {
  DDoSProtection,
  ExchangeError,
  ExchangeNotAvailable,
  InsufficientFunds,
  InvalidAddress,
  InvalidNonce,
  NetworkError,
  OnMaintenance,
  OperationFailed,
  PermissionDenied,
  RateLimitExceeded,
  RequestTimeout,
} from 'ccxt';
import { describe, expect, it } from 'vitest';
import { explain } from './explain.ts';
import { classify } from './classify.ts';
import type { Delivery } from '../transport/transport.ts';

const answeredWith = (status: number): Delivery => ({ status, body: '{}' });

/** What is made of an answer to a question, and to a request that moves money. */
describe('what ccxt throws', () => {
  it.each([
    ['a refusal before anything was sent', new InvalidAddress('no'), 'none', 'refused', 'refused'],
    ['a connection that was not made', new NetworkError('no'), 'unsent', 'notSent', 'notSent'],
    ['a fault of the library before anything was sent', new TypeError('no'), 'none', 'notSent', 'notSent'],
    ['a time-out after the request left', new RequestTimeout('no'), 'sent', 'unknown', 'unknown'],
    ['a refusal that no answer stands behind', new InsufficientFunds('no'), 'sent', 'unknown', 'unknown'],
    ['too little money', new InsufficientFunds('no'), answeredWith(400), 'refused', 'unknown'],
    ['too little money with success', new InsufficientFunds('no'), answeredWith(200), 'refused', 'unknown'],
    ['too little money, broken', new InsufficientFunds('no'), answeredWith(502), 'unknown', 'unknown'],
    ['an unknown fault of a bad request', new ExchangeError('no'), answeredWith(400), 'refused', 'unknown'],
    ['an unknown fault sent as success', new ExchangeError('no'), answeredWith(200), 'unknown', 'unknown'],
    ['too many requests', new RateLimitExceeded('no'), answeredWith(429), 'notSent', 'unknown'],
    ['a ban', new DDoSProtection('no'), answeredWith(418), 'notSent', 'unknown'],
    ['a request that came too late', new InvalidNonce('no'), answeredWith(400), 'notSent', 'unknown'],
    ['a key that is not taken', new PermissionDenied('no'), answeredWith(401), 'notSent', 'unknown'],
    ['a server that is not well', new ExchangeNotAvailable('no'), answeredWith(503), 'unknown', 'unknown'],
    ['maintenance', new OnMaintenance('no'), answeredWith(200), 'unknown', 'unknown'],
    ['an operation that failed', new OperationFailed('no'), answeredWith(400), 'unknown', 'unknown'],
    ['an answer that ccxt cannot read', new TypeError('no'), answeredWith(200), 'unknown', 'unknown'],
  ] as const)('%s', (_what, error, delivery, question, movement) => {
    expect(explain(error, delivery)).toMatchObject({ kind: question, reason: 'no' });
    // Without a list of codes, no class of ccxt proves anything about money.
    expect(classify('withdraw', undefined)(error, delivery)).toMatchObject({ kind: movement, reason: 'no' });
  });
});
