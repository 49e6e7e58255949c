import type { Db } from '../../platform/postgres/index.ts';
import { selectByAddress, selectByAlias, type DestinationRow } from './store.ts';

interface Place {
  readonly network: string;
  readonly address: string;
  readonly tag: string | null;
}

export function findByAlias(db: Db, tenant: string, alias: string): Promise<DestinationRow | undefined> {
  return selectByAlias(db, tenant, alias).executeTakeFirst();
}

/** Whether the place is one of those saved: the same network, address and tag. */
export async function isSaved(db: Db, tenant: string, place: Place): Promise<boolean> {
  const rows = await selectByAddress(db, tenant, place.address).execute();
  return rows.some(({ network, tag }) => network === place.network && tag === place.tag);
}
