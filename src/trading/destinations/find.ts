import { canonicalAddress } from '../../platform/addresses/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import { selectNamed, type DestinationRow } from './store.ts';

/** Where a withdrawal goes. */
type Place =
  | {
      readonly kind: 'blockchain';
      readonly network: string;
      readonly address: string;
      readonly tag: string | null;
    }
  | { readonly kind: 'fiat'; readonly alias: string; readonly account: string };

/** The saved destinations that were looked up. */
export interface Saved {
  byAlias(alias: string): DestinationRow | undefined;
  /** One that is confirmed and says who receives at the place; undefined if none does, or several say different things. */
  withRecipient(place: Place): DestinationRow | undefined;
  /**
   * Whether the place is saved and confirmed by a second person: the same network, address and tag, in whatever case the
   * address is written where that says nothing, or the same alias and bank account; and, where it was said who receives it, the same recipient.
   */
  knows(place: Place, recipientHash: string | null): boolean;
}

export async function findSaved(
  db: Db,
  tenant: string,
  { aliases, addresses }: { readonly aliases: readonly string[]; readonly addresses: readonly string[] },
): Promise<Saved> {
  const written = [...new Set(addresses.map((address) => address.toLowerCase()))];
  const rows = await selectNamed(db, tenant, aliases, written).execute();
  return {
    byAlias: (alias) => rows.find((row) => row.alias === alias),
    withRecipient(place) {
      const [first, ...others] = rows.filter(
        (row) => row.confirmed_at !== null && row.recipient_id !== null && isSame(row, place),
      );
      return others.every((row) => row.recipient_hash === first?.recipient_hash) ? first : undefined;
    },
    knows: (place, recipientHash) =>
      rows.some(
        (row) =>
          row.confirmed_at !== null &&
          isSame(row, place) &&
          (recipientHash === null || recipientHash === row.recipient_hash),
      ),
  };
}

const isSame = (row: DestinationRow, place: Place): boolean =>
  place.kind === 'fiat'
    ? row.kind === 'bank' && row.alias === place.alias && row.account === place.account
    : row.address !== null &&
      canonicalAddress(row.address) === canonicalAddress(place.address) &&
      row.network === place.network &&
      row.tag === place.tag;
