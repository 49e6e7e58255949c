import type { bitget as Bitget } from 'ccxt';
import { rowsOf } from '../../deposits/rows-of.ts';
import { text, type AddressProfile, type Json } from '../../profile.ts';

type Class = InstanceType<typeof Bitget>;

export const addresses: AddressProfile = {
  names: 'the network',
  async find(exchange, { assetId, networkId }) {
    const answer = (await (exchange as Class).privateSpotGetV2SpotWalletDepositAddress({
      coin: assetId,
      chain: networkId,
    })) as Json;
    return rowsOf([answer['data']]).map((row) => ({
      assetId: text(row['coin']),
      networkId: text(row['chain']),
      address: text(row['address']),
      tag: text(row['tag']),
    }));
  },
};
