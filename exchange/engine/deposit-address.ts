import { createHash } from 'node:crypto';
import { Refusal } from './refusal.ts';
import { assetOf, type ExchangeState } from './state.ts';
import { base58, BASE58 } from './base58.ts';

export interface AddressPlace {
  readonly asset: string;
  readonly network: string;
}

/** Where the client can send money to. Assets of one network share the address. */
export function depositAddress(state: ExchangeState, { asset, network: code }: AddressPlace) {
  const network = assetOf(state, asset).networks.find((one) => one.code === code);
  if (!network || network.addressFormat === 'alias') {
    throw new Refusal('unknown_network', `${asset} cannot be deposited over ${code}.`);
  }
  const seed = `${state.name}/${code}/${state.rotations?.get(code) ?? 0}`;
  const bytes = createHash('sha256').update(seed).digest();
  const tag = network.tag === 'none' ? null : String(bytes.readUInt32BE(28));
  return { network: code, address: WRITE[network.addressFormat](bytes), tag };
}

/** From now on there is another address. */
export function rotate(state: ExchangeState, { network }: { readonly network: string }): void {
  state.rotations ??= new Map();
  state.rotations.set(network, (state.rotations.get(network) ?? 0) + 1);
}

const WRITE = {
  evm: (bytes: Buffer): string => `0x${bytes.subarray(0, 20).toString('hex')}`,
  bitcoin: (bytes: Buffer): string => checked(0, bytes, BASE58),
  tron: (bytes: Buffer): string => checked(0x41, bytes, BASE58),
  xrpl: (bytes: Buffer): string =>
    checked(0, bytes, 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz'),
  solana: (bytes: Buffer): string => base58(bytes),
};

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** Twenty bytes with a version before them and a checksum behind them. */
function checked(version: number, bytes: Buffer, alphabet: string): string {
  const content = Buffer.concat([Buffer.from([version]), bytes.subarray(0, 20)]);
  return base58(Buffer.concat([content, sha256(sha256(content)).subarray(0, 4)]), alphabet);
}
