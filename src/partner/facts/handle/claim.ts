import { Problem } from '../../../kernel/index.ts';
import type { Claim } from '../../../platform/idempotency/index.ts';
import type { FactsContext } from './open.ts';

/** The key with which facts were sent or withdrawn. */
export interface SentKey {
  readonly key: string;
  readonly kind: string;
  readonly action: 'send' | 'void';
  /** Of the content, which must have been read to its end. */
  readonly sha256: () => Buffer;
}

/** All callers of a tenant share the keys of batches. */
export function claimOf({ actor: { tenant } }: FactsContext, { key, kind, action, sha256 }: SentKey): Claim {
  return {
    tenant,
    scope: 'batch',
    key,
    step: 0,
    fingerprint: Buffer.concat([sha256(), Buffer.from(`${action} ${kind}`)]),
    isKeptForGood: false,
    refusal() {
      const rule = 'was already used with other facts: use a new key, or send the first content again';
      return new Problem('reference_reused', `The idempotency key ${key} ${rule}.`, {
        errors: { 'idempotency-key': [rule] },
      });
    },
  };
}
