import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** EIP-55: the case of the letters is a checksum, unless all are of one case. */
export function evmFault(address: string): string | undefined {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return 'must be 0x and 40 hexadecimal digits';
  const digits = address.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return undefined;
  return digits === withChecksum(digits.toLowerCase())
    ? undefined
    : 'has a wrong checksum: its upper and lower case do not match its digits';
}

function withChecksum(digits: string): string {
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  return digits.replaceAll(/[a-f]/g, (digit, at: number) =>
    hash.charAt(at) >= '8' ? digit.toUpperCase() : digit,
  );
}
