import { text, type AddressProfile, type Json } from '../../profile.ts';
import { NETWORKS } from './networks.ts';

/** The answer names neither asset nor network, and the tag has three names, by asset. */
export const addresses: AddressProfile = {
  names: 'no network',
  async find(exchange, { assetId, networkId }) {
    const network = NETWORKS[networkId];
    if (network === undefined) throw new TypeError(`It is not known what Bitstamp calls ${networkId}.`);
    const path = `${assetId.toLowerCase()}_address/`;
    const answer = (await exchange.request(path, 'private', 'POST', { network })) as Json;
    const tags = ['memo_id', 'destination_tag', 'transfer_id'].flatMap((name) => {
      const value = answer[name];
      return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
    });
    return [{ address: text(answer['address']), tag: tags[0] }];
  },
};
