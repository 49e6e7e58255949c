import { bech32, bech32m } from '@scure/base';
import { attempt, decodeBase58Check } from './base58.ts';

const [PAY_TO_KEY_HASH, PAY_TO_SCRIPT_HASH] = [0x00, 0x05] as const;
const HASH_BYTES = 20;
const MAX_BECH32_LENGTH = 90;

/** An address of the main network. */
export function isBitcoinAddress(address: string): boolean {
  return /^bc1/i.test(address) ? isWitnessAddress(address) : isHashAddress(address);
}

function isHashAddress(address: string): boolean {
  const bytes = decodeBase58Check(address);
  const version = bytes?.[0];
  return bytes?.length === 1 + HASH_BYTES && (version === PAY_TO_KEY_HASH || version === PAY_TO_SCRIPT_HASH);
}

/** BIP 173 for witness version 0, BIP 350 for those after it. */
function isWitnessAddress(address: string): boolean {
  for (const [codec, isOf] of [
    [bech32, (version: number) => version === 0],
    [bech32m, (version: number) => version >= 1 && version <= 16],
  ] as const) {
    const decoded = attempt(() => codec.decode(address as `${string}1${string}`, MAX_BECH32_LENGTH));
    const [version, ...words] = decoded?.words ?? [];
    if (decoded?.prefix !== 'bc' || version === undefined || !isOf(version)) continue;
    const length = attempt(() => codec.fromWords(words))?.length ?? 0;
    return version === 0 ? length === 20 || length === 32 : length >= 2 && length <= 40;
  }
  return false;
}
