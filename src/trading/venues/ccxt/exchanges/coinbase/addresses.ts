import type { coinbase as Coinbase } from 'ccxt';
import { rowsOf } from '../../deposits/rows-of.ts';
import { readPages } from '../../reading/pages.ts';
import { text, type AddressProfile, type Json } from '../../profile.ts';
import { accountOf } from './accounts.ts';
import { NETWORKS } from './networks.ts';

type Class = InstanceType<typeof Coinbase>;

const ADDRESSES_A_PAGE = 100;

/** Those that were made for the account of the asset. None is made here: each request would make another. */
export const addresses: AddressProfile = {
  names: 'all networks',
  async find(exchange, { assetId, networkId }) {
    const account_id = await accountOf(exchange, assetId);
    const all = await readPages(ADDRESSES_A_PAGE, async (cursor) => {
      const answer = (await (exchange as Class).v2PrivateGetAccountsAccountIdAddresses({
        account_id,
        limit: ADDRESSES_A_PAGE,
        ...cursor,
      })) as Json;
      return { rows: answer['data'], next: ({ id }) => ({ starting_after: id }) };
    });
    return rowsOf(all).map((row) => {
      const { address = row['address'], destination_tag } = (row['address_info'] ?? {}) as Json;
      const network = text(row['network']);
      return {
        networkId: network === (NETWORKS[networkId] ?? networkId) ? networkId : network,
        address: text(address),
        tag: text(destination_tag),
        isChosen: row['default_receive'] === true,
      };
    });
  },
};
