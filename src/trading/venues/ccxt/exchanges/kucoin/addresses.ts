import type { kucoin as Kucoin } from 'ccxt';
import { rowsOf } from '../../deposits/rows-of.ts';
import { text, type AddressProfile, type Json } from '../../profile.ts';

type Class = InstanceType<typeof Kucoin>;

/** It shows those that were made, and makes one where there is none. */
export const addresses: AddressProfile = {
  names: 'the network',
  async find(exchange, { assetId, networkId }) {
    const place = { currency: assetId, chain: networkId, version: 'v3' };
    const listed = (await (exchange as Class).privateGetDepositAddresses(place)) as Json;
    const known = rowsOf(listed['data']);
    const rows =
      known.length > 0
        ? known
        : rowsOf([((await (exchange as Class).privatePostDepositAddressCreate(place)) as Json)['data']]);
    return rows.map((row) => ({
      assetId: text(row['currency']),
      networkId: text(row['chainId']),
      address: text(row['address']),
      tag: text(row['memo']),
    }));
  },
};
