import { sha256 } from '@noble/hashes/sha2.js';
import { base58xrp } from '@scure/base';
import { attempt } from './base58.ts';

const LONGEST = 35;
const ACCOUNT = 0x00;
const [PAYLOAD_BYTES, CHECKSUM_BYTES] = [21, 4] as const;
const MAX_TAG = 4_294_967_295;

/** Only classic addresses: an X-address contains a tag, which must be given separately and visibly. */
export function xrplFault(address: string): string | undefined {
  if (/^[XT][1-9A-HJ-NP-Za-km-z]{46}$/.test(address)) {
    return 'must be a classic address that begins with r; give the tag of an X-address as tag';
  }
  return isClassicAddress(address) ? undefined : 'must be an XRP Ledger address with a right checksum';
}

function isClassicAddress(address: string): boolean {
  const bytes = address.length <= LONGEST ? attempt(() => base58xrp.decode(address)) : undefined;
  if (bytes?.length !== PAYLOAD_BYTES + CHECKSUM_BYTES || bytes[0] !== ACCOUNT) return false;
  const checksum = sha256(sha256(bytes.subarray(0, PAYLOAD_BYTES)));
  return bytes.subarray(PAYLOAD_BYTES).every((byte, at) => byte === checksum[at]);
}

export const isXrplTag = (tag: string): boolean => /^(0|[1-9]\d{0,9})$/.test(tag) && Number(tag) <= MAX_TAG;
