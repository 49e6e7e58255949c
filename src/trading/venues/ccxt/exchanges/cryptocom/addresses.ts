import type { cryptocom as CryptoCom } from 'ccxt';
import { rowsOf } from '../../deposits/rows-of.ts';
import { text, type AddressProfile, type Json } from '../../profile.ts';

type Class = InstanceType<typeof CryptoCom>;

const ACTIVE = '1';

/** Those of all networks that were made on its website: programs make none. */
export const addresses: AddressProfile = {
  names: 'all networks',
  async find(exchange, { assetId }) {
    const answer = (await (exchange as Class).v1PrivatePostPrivateGetDepositAddress({
      currency: assetId,
    })) as Json;
    return rowsOf((answer['result'] as Json | undefined)?.['deposit_address_list']).map((row) => {
      // A tag follows the address.
      const [address, tag] = (text(row['address']) ?? '').split('?');
      return {
        assetId: text(row['currency']),
        networkId: text(row['network']),
        address: String(row['status']) === ACTIVE ? address : undefined,
        tag: tag || undefined,
      };
    });
  },
};
