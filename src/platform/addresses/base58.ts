import { sha256 } from '@noble/hashes/sha2.js';
import { base58, createBase58check } from '@scure/base';

const base58check = createBase58check(sha256);

/** Undefined if the text is not valid. */
export const decodeBase58 = (text: string): Uint8Array | undefined => attempt(() => base58.decode(text));

/** The bytes before the checksum; undefined if the checksum is wrong. */
export const decodeBase58Check = (text: string): Uint8Array | undefined =>
  attempt(() => base58check.decode(text));

/** The codecs throw on invalid text. */
export function attempt<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}
