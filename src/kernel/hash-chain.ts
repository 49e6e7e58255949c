import { canonicalJson, sha256, type Json } from './canonical.ts';

/** The previous hash of the first row of a chain. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/** Computes the hash of a row from its content and the previous hash, and so over all rows before it. */
export function chainHash(previous: Buffer, content: Json): Buffer {
  return sha256(previous, canonicalJson(content));
}
