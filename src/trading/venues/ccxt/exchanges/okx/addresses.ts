import type { okx as Okx } from 'ccxt';
import { rowsOf } from '../../deposits/rows-of.ts';
import { text, type AddressProfile, type Json } from '../../profile.ts';

type Class = InstanceType<typeof Okx>;

/** All networks at once. The tag has four names, by asset. */
export const addresses: AddressProfile = {
  names: 'all networks',
  async find(exchange, { assetId }) {
    const answer = (await (exchange as Class).privateGetAssetDepositAddress({ ccy: assetId })) as Json;
    return rowsOf(answer['data']).map((row) => ({
      assetId: text(row['ccy']),
      networkId: text(row['chain']),
      address: text(row['addr']),
      tag:
        text(row['tag']) ??
        text(row['memo']) ??
        text(row['pmtId']) ??
        text((row['addrEx'] as Json | null)?.['comment']),
      isChosen: row['selected'] === true || row['selected'] === 'true',
    }));
  },
};
