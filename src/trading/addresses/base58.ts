import { sha256 } from '@noble/hashes/sha2.js';
import { base58, createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);

/** The bytes that the text encodes; undefined where it encodes none. */
export const decodeBase58 = (text: string): Uint8Array | undefined => attempt(() => base58.decode(text));

/** The bytes before the checksum; undefined where the checksum is wrong. */
export const decodeBase58Check = (text: string): Uint8Array | undefined =>
  attempt(() => base58check.decode(text));

/** The codecs throw at what they cannot decode. */
export function attempt<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
