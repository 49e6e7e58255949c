import { isBitcoinAddress } from './bitcoin.ts';

/**
 * The one form of an address that can be written in several: two texts are the same address where this is equal. Upper and lower
 * case say nothing in hexadecimal digits and in bech32; in base58 they do.
 */
export function canonicalAddress(address: string): string {
  const isCaseless = /^0x[0-9a-f]+$/i.test(address) || (/^bc1/i.test(address) && isBitcoinAddress(address));
  return isCaseless ? address.toLowerCase() : address;
}
