import type { Exchange } from 'ccxt';
import {
  answered,
  refused,
  unknown,
  type DepositAddress,
  type DepositPlace,
  type Outcome,
} from '../../port.ts';
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
  const found = networkIdOf(exchange, profile, asset, network);
  if (found === undefined) {
    return refused('network', `The venue does not take ${asset} on ${network}.`);
  }
  const shown = await terms.find(exchange, { assetId: exchange.currency(asset).id, networkId: found });
  if (shown === 'making') return unknown('The venue is making the address: ask again in a minute.');
  return choose(shown, found, terms.names);
}

function networkIdOf(
  exchange: Exchange,
  profile: Profile,
  asset: string,
  network: string,
): string | undefined {
  const known = Object.entries(networksOf(exchange, profile, asset)).find(
    ([name]) => networkOf(name, asset)?.code === network,
  );
  return known && (known[1].id ?? known[0]);
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
  const all = own.flatMap(({ address, tag, isChosen = false }) =>
    address === undefined || address === '' ? [] : [{ address, tag: tag ?? null, isChosen }],
  );
  const distinct = new Map(all.map(({ address, tag }) => [JSON.stringify([address, tag]), { address, tag }]));
  const chosen = all.filter(({ isChosen }) => isChosen);
  const [first] = distinct.size === 1 ? distinct.values() : chosen.length === 1 ? chosen : [];
  if (first) return answered({ address: first.address, tag: first.tag });
  return distinct.size === 0
    ? answered(null)
    : unknown('The venue shows several addresses, and does not say which one is current.');
}
