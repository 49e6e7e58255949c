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
import { PROFILES } from './profiles.ts';
import type { Fate } from './travel.ts';

const answeredWith = (status: number): Fate => ({ status, body: '{}' });

const told = (error: string): Fate => ({ status: 200, body: JSON.stringify({ error: [error] }) });

describe('what ccxt does not sort', () => {
  it.each([
    ['EFunding:Max fee exceeded', 'refused'],
    ['EService:Deadline elapsed', 'notSent'],
    ['EGeneral:Something new', 'unknown'],
  ])('is sorted by the codes of the profile: %s', (code, kind) => {
    expect(explain(new ExchangeError('no'), told(code), PROFILES['kraken'])).toMatchObject({ kind });
  });
});

describe('what ccxt throws', () => {
  it.each([
    ['a refusal before anything was sent', new InvalidAddress('no'), 'none', 'refused'],
    ['a connection that was not made', new NetworkError('no'), 'stayed', 'notSent'],
    ['a fault of the library itself before anything was sent', new TypeError('no'), 'none', 'notSent'],
    ['a time-out after the request left', new RequestTimeout('no'), 'left', 'unknown'],
    ['a refusal that no answer stands behind', new InsufficientFunds('no'), 'left', 'unknown'],
    ['too little money', new InsufficientFunds('no'), answeredWith(400), 'refused'],
    [
      'too little money, told with the status of success',
      new InsufficientFunds('no'),
      answeredWith(200),
      'refused',
    ],
    ['too little money, told by a broken server', new InsufficientFunds('no'), answeredWith(502), 'unknown'],
    [
      'a fault that ccxt does not know, of a bad request',
      new ExchangeError('no'),
      answeredWith(400),
      'refused',
    ],
    [
      'a fault that ccxt does not know, told as success',
      new ExchangeError('no'),
      answeredWith(200),
      'unknown',
    ],
    ['too many requests', new RateLimitExceeded('no'), answeredWith(429), 'notSent'],
    ['a ban', new DDoSProtection('no'), answeredWith(418), 'notSent'],
    ['a request that came too late', new InvalidNonce('no'), answeredWith(400), 'notSent'],
    ['a key that is not taken', new PermissionDenied('no'), answeredWith(401), 'notSent'],
    ['a server that is not well', new ExchangeNotAvailable('no'), answeredWith(503), 'unknown'],
    ['maintenance', new OnMaintenance('no'), answeredWith(200), 'unknown'],
    ['an operation that failed', new OperationFailed('no'), answeredWith(400), 'unknown'],
    ['an answer that ccxt cannot read', new TypeError('no'), answeredWith(200), 'unknown'],
  ] as const)('%s', (_what, error, fate, kind) => {
    expect(explain(error, fate)).toMatchObject({ kind, reason: 'no' });
  });
});
