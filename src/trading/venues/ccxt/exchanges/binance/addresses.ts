import type { binance as Binance } from 'ccxt';
import { text, type AddressProfile, type Json } from '../../profile.ts';

type Class = InstanceType<typeof Binance>;

/** The answer names no network. */
export const addresses: AddressProfile = {
  names: 'no network',
  async find(exchange, { assetId, networkId }) {
    const row = (await (exchange as Class).sapiGetCapitalDepositAddress({
      coin: assetId,
      network: networkId,
    })) as Json;
    return [{ assetId: String(row['coin']), address: text(row['address']), tag: text(row['tag']) }];
  },
};
