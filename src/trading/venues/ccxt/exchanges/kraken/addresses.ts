import type { kraken as Kraken } from 'ccxt';
import { rowsOf } from '../../deposits/rows-of.ts';
import { text, type AddressProfile, type Json } from '../../profile.ts';
import { methodOf } from './methods.ts';

type Class = InstanceType<typeof Kraken>;

/** The answer names no network: only the way to deposit does, which must be one that the exchange lists. */
export const addresses: AddressProfile = {
  names: 'no network',
  async find(exchange, { assetId, networkId }) {
    const instance = exchange as Class;
    const method = methodOf(exchange.safeCurrencyCode(assetId) ?? assetId, networkId);
    if (method === undefined) {
      throw new TypeError(`It is not known what Kraken calls a deposit of ${assetId} on ${networkId}.`);
    }
    const listed = (await instance.privatePostDepositMethods({ asset: assetId })) as Json;
    const methods = rowsOf(listed['result']).map((row) => text(row['method']));
    if (!methods.includes(method)) {
      throw new TypeError(`The venue has no ${method} among its ways to deposit: ${methods.join(', ')}.`);
    }
    const answer = (await instance.privatePostDepositAddresses({ asset: assetId, method })) as Json;
    return rowsOf(answer['result']).map((row) => ({
      address: isOver(row, exchange.milliseconds()) ? undefined : text(row['address']),
      tag: text(row['tag']),
    }));
  },
};

/** In seconds; 0 where an address does not end. */
function isOver({ expiretm = '0' }: Json, now: number): boolean {
  const end = Number(expiretm);
  return !(end === 0 || end * 1000 > now);
}
