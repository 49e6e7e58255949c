import type { bybit as Bybit } from 'ccxt';
import { rowsOf } from '../../deposits/rows-of.ts';
import { text, type AddressProfile, type Json } from '../../profile.ts';

type Class = InstanceType<typeof Bybit>;

/** Those of the main account. */
export const addresses: AddressProfile = {
  names: 'all networks',
  async find(exchange, { assetId, networkId }) {
    const answer = (await (exchange as Class).privateGetV5AssetDepositQueryAddress({
      coin: assetId,
      chainType: networkId,
    })) as Json;
    const result = answer['result'] as Json | undefined;
    return rowsOf(result?.['chains']).map((row) => ({
      assetId: text(result?.['coin']),
      networkId: text(row['chain']),
      address: text(row['addressDeposit']),
      tag: text(row['tagDeposit']),
    }));
  },
};
