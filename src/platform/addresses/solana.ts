import { decodeBase58 } from './base58.ts';

const LONGEST = 44;

export const isSolanaAddress = (address: string): boolean =>
  address.length <= LONGEST && decodeBase58(address)?.length === 32;
