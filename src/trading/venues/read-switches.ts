import type { Db } from '../../platform/postgres/index.ts';
import type { KnownVenue } from './open.ts';
import { selectSwitches, type Switches } from './store.ts';

/** How the switches of a tenant's venues stand now. */
export async function readSwitches(
  db: Db,
  tenant: string,
): Promise<(venue: Pick<KnownVenue, 'code' | 'initially'>) => Switches> {
  const rows = await selectSwitches(db, tenant).execute();
  const set = new Map(rows.map((row) => [row.venue, row]));
  return ({ code, initially }) => {
    const { trading, withdrawals } = set.get(code) ?? initially;
    return { trading, withdrawals };
  };
}
