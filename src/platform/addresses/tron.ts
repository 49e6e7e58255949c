import { decodeBase58Check } from './base58.ts';

const MAIN_NETWORK = 0x41;
const LENGTH = 34;

export function isTronAddress(address: string): boolean {
  const bytes = address.length === LENGTH ? decodeBase58Check(address) : undefined;
  return bytes?.length === 21 && bytes[0] === MAIN_NETWORK;
}
