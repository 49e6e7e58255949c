import type { gate as Gate } from 'ccxt';
import { rowsOf } from '../../deposits/rows-of.ts';
import { text, type AddressProfile, type Json } from '../../profile.ts';

type Class = InstanceType<typeof Gate>;

/** What stands where an address would be until it is made. */
const IS_MADE = /being generated/i;

export const addresses: AddressProfile = {
  names: 'all networks',
  async find(exchange, { assetId, networkId }) {
    const answer = (await (exchange as Class).privateWalletGetDepositAddress({ currency: assetId })) as Json;
    if (IS_MADE.test(text(answer['address']) ?? '')) return 'making';
    const rows = rowsOf(answer['multichain_addresses']).map((row) => ({
      assetId: text(answer['currency']),
      networkId: text(row['chain']),
      address: Number(row['obtain_failed'] ?? 0) === 0 ? text(row['address']) : undefined,
      tag: text(row['payment_id']),
    }));
    const isMaking = rows.some((row) => row.networkId === networkId && IS_MADE.test(row.address ?? ''));
    return isMaking ? 'making' : rows;
  },
};
