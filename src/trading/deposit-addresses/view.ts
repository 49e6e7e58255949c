import { canonicalAddress } from '../../platform/addresses/index.ts';
import type { DepositAddressView } from './schema.ts';
import type { DepositAddress } from '../venues/index.ts';
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

/** One address has one form, however it is written. */
export const keyOf = (address: string, tag: string | null): Pick<OwnerRow, 'address' | 'tag'> => ({
  address: canonicalAddress(address),
  tag: tag ?? '',
});

/** Whether the venue shows the address that it has shown before. */
export const isSamePlace = (known: Pick<AddressRow, 'address' | 'tag'>, found: DepositAddress): boolean =>
  canonicalAddress(known.address) === canonicalAddress(found.address) && known.tag === (found.tag ?? '');
