import type { Exchange } from 'ccxt';
import {
  answered,
  refused,
  unknown,
  type DepositAddress,
  type DepositPlace,
  type Outcome,
} from '../../port/index.ts';
import type { ApiContext } from '../api-context.ts';
import { networksOf } from '../describe.ts';
import { ensureMarkets } from '../ensure-markets.ts';
import { networkOf } from '../networks.ts';
import type { AddressProfile, Profile, WireAddress } from '../profile.ts';

/** Our address, by a question that names the network. An answer that names another network, or leaves a choice, is none. */
export async function findAddress(
  { exchange }: Pick<ApiContext, 'exchange'>,
  profile: Profile,
  terms: AddressProfile,
  { asset, network }: DepositPlace,
): Promise<Outcome<DepositAddress | null>> {
  await ensureMarkets(exchange);
  const found = networkIn(exchange, profile, asset, network);
  if (found === undefined) {
    return refused('network', `The venue does not take ${asset} on ${network}.`);
  }
  const assetId = exchange.currency(asset).id;
  const shown = await terms.find(exchange, { assetId, networkId: found.networkId });
  if (shown === 'making') return unknown('The venue is making the address: ask again in a minute.');
  const other = shown.find((one) => one.assetId !== undefined && one.assetId !== assetId);
  if (other) return unknown(`The venue answers for ${other.assetId} instead of ${assetId}.`);
  const outcome = choose(shown, found.networkId, terms.names);
  const isLost = outcome.kind === 'answered' && outcome.value?.tag === null && found.hasTags;
  return isLost ? unknown('The venue shows an address without the tag that says whose it is.') : outcome;
}

/** Accounts at an exchange share its addresses where the network has tags. */
function networkIn(
  exchange: Exchange,
  profile: Profile,
  asset: string,
  network: string,
): { readonly networkId: string; readonly hasTags: boolean } | undefined {
  for (const [name, { id = name }] of Object.entries(networksOf(exchange, profile, asset))) {
    const known = networkOf(name, asset);
    if (known?.code === network) return { networkId: id, hasTags: known.tag !== 'none' };
  }
  return undefined;
}

export function choose(
  shown: readonly WireAddress[],
  networkId: string,
  names: AddressProfile['names'],
): Outcome<DepositAddress | null> {
  const own = shown.filter((one) => names === 'no network' || one.networkId === networkId);
  if (names === 'the network' && own.length < shown.length) {
    return unknown(`The venue answers for ${shown[0]?.networkId ?? 'no network'} instead of ${networkId}.`);
  }
  // Where one is shown as current, no other counts, also where that one is empty.
  const current = own.some(({ isChosen }) => isChosen) ? own.filter(({ isChosen }) => isChosen) : own;
  const all = current.flatMap(({ address, tag }) =>
    address === undefined || address === '' ? [] : [{ address, tag: tag ?? null }],
  );
  const [first, ...others] = new Map(
    all.map((one) => [JSON.stringify([one.address, one.tag]), one]),
  ).values();
  return others.length === 0
    ? answered(first ?? null)
    : unknown('The venue shows several addresses, and does not say which one is current.');
}
