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
  /**
   * Whether the place is saved and confirmed by a second person: the same network, address and tag, or the same alias and
   * bank account; and, where it was said who receives it, the same recipient.
   */
  knows(place: Place, recipientHash: string | null): boolean;
}

export async function findSaved(
  db: Db,
  tenant: string,
  { aliases, addresses }: { readonly aliases: readonly string[]; readonly addresses: readonly string[] },
): Promise<Saved> {
  const rows = await selectNamed(db, tenant, aliases, addresses).execute();
  return {
    byAlias: (alias) => rows.find((row) => row.alias === alias),
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
    : row.address === place.address && row.network === place.network && row.tag === place.tag;
