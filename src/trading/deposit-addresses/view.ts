import type { DepositAddressView } from './schema.ts';
import type { AddressRow, OwnerRow } from './store.ts';

export const toView = (row: AddressRow): DepositAddressView => ({
  venue: row.venue,
  asset: { code: row.asset },
  network: row.network,
  address: row.address,
  tag: row.tag || null,
  current: row.is_current,
  firstSeenAt: row.first_seen_at.toISOString(),
  lastSeenAt: row.last_seen_at.toISOString(),
});

/** One address has one form: hexadecimal digits in either case are the same. */
export const keyOf = (address: string, tag: string | null): Pick<OwnerRow, 'address' | 'tag'> => ({
  address: /^0x[0-9a-f]+$/i.test(address) ? address.toLowerCase() : address,
  tag: tag ?? '',
});
