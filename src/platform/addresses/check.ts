import { isBitcoinAddress } from './bitcoin.ts';
import { evmFault } from './evm.ts';
import { isSolanaAddress } from './solana.ts';
import { isTronAddress } from './tron.ts';
import { isXrplTag, xrplFault } from './xrpl.ts';

/** What addresses of a network look like. Those of `alias` are names of bank accounts. */
export interface Network {
  readonly code: string;
  readonly addressFormat: 'bitcoin' | 'evm' | 'solana' | 'xrpl' | 'tron' | 'alias';
  readonly tag: 'none' | 'optional' | 'required';
}

const FAULTS: Record<Network['addressFormat'], (address: string) => string | undefined> = {
  bitcoin: (address) =>
    isBitcoinAddress(address) ? undefined : 'must be a Bitcoin address with a right checksum',
  evm: evmFault,
  solana: (address) =>
    isSolanaAddress(address) ? undefined : 'must be a Solana address: 32 bytes in base58',
  tron: (address) => (isTronAddress(address) ? undefined : 'must be a Tron address with a right checksum'),
  xrpl: xrplFault,
  alias: () => 'cannot be given: this network pays to saved bank destinations',
};

/** What is wrong with the address for the network, as the end of a sentence; undefined when nothing is. */
export function addressFault({ addressFormat }: Network, address: string): string | undefined {
  return FAULTS[addressFormat](address);
}

/** What is wrong with the tag, or its absence, for the network. */
export function tagFault(
  { code, addressFormat, tag: rule }: Network,
  tag: string | null,
): string | undefined {
  if (tag === null) return rule === 'required' ? `is required by ${code}` : undefined;
  if (rule === 'none') return `must be left out: ${code} has no tags`;
  if (addressFormat === 'xrpl' && !isXrplTag(tag)) return 'must be a whole number from 0 to 4294967295';
  return undefined;
}
