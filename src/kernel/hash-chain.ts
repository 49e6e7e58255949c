import { canonicalJson, sha256, type Json } from './canonical.ts';

/** What the first row of a chain points back to. */
export const CHAIN_START: Buffer = Buffer.alloc(32);

/** The hash of a row: it covers the row's content and, through the previous hash, every row before it. */
export function chainHash(previous: Buffer, content: Json): Buffer {
  return sha256(previous, canonicalJson(content));
}
