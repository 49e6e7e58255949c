import { randomBytes } from 'node:crypto';
import { sha256 } from '../../../kernel/index.ts';

/** A token for a link, and its hash as text. */
export function newToken() {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: sha256(token).toString('hex') };
}
