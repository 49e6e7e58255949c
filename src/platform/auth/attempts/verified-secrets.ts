import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { CredentialRow } from '../credentials/index.ts';

const MAX_SECRETS = 4_096;
const REMEMBERED_MS = 60 * 60 * 1000;

/**
 * Remembers secrets that this process has verified, so that known clients neither compute a costly hash nor queue
 * behind unknown ones. Only for client secrets, which are 256 random bits: a fast hash would help to guess a password.
 */
export class VerifiedSecrets {
  readonly #key = randomBytes(32);
  readonly #hashes = new LRUCache<string, Buffer>({ max: MAX_SECRETS, ttl: REMEMBERED_MS });

  has({ secret_id }: CredentialRow, secret: string): boolean {
    const known = this.#hashes.get(secret_id);
    return known !== undefined && timingSafeEqual(known, this.#hash(secret));
  }

  add({ kind, secret_id }: CredentialRow, secret: string): void {
    if (kind === 'client') this.#hashes.set(secret_id, this.#hash(secret));
  }

  #hash(secret: string): Buffer {
    return createHmac('sha256', this.#key).update(secret).digest();
  }
}
