import type { Db } from '../../platform/postgres/index.ts';
import { selectNamed, type DestinationRow } from './store.ts';

interface Place {
  readonly network: string;
  readonly address: string;
  readonly tag: string | null;
}

/** The saved destinations that are of interest. */
export interface Saved {
  byAlias(alias: string): DestinationRow | undefined;
  /** Whether the place is one of those saved: the same network, address and tag. */
  has(place: Place): boolean;
}

export async function findSaved(
  db: Db,
  tenant: string,
  { aliases, addresses }: { readonly aliases: readonly string[]; readonly addresses: readonly string[] },
): Promise<Saved> {
  const rows = await selectNamed(db, tenant, aliases, addresses).execute();
  return {
    byAlias: (alias) => rows.find((row) => row.alias === alias),
    has: ({ network, address, tag }) =>
      rows.some((row) => row.address === address && row.network === network && row.tag === tag),
  };
}
