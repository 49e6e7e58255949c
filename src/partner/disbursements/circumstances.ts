import type { Db } from '../../platform/postgres/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { selectConfirmed, type DestinationRow } from './destinations/index.ts';
import { selectBlocks, type BlockRow } from './store.ts';

const FIND_SUSPENDED = `
  select partner_uid, suspended_from from suspensions
  where suspended_from <= $1::date and (suspended_to is null or suspended_to >= $1::date)`;

/** The first days of the suspensions that go on now, by partner. */
export async function findSuspended({
  facts: { database },
  clock,
  signal,
}: FactsContext): Promise<ReadonlyMap<string, string>> {
  const today = clock.now().toISOString().slice(0, 10);
  const found = await database.query<{ partner_uid: string; suspended_from: string }>(
    FIND_SUSPENDED,
    [today],
    { signal },
  );
  return new Map(found.map(({ partner_uid, suspended_from }) => [partner_uid, suspended_from]));
}

interface Found {
  readonly destinations: ReadonlyMap<string, DestinationRow>;
  readonly blocks: ReadonlyMap<string, BlockRow>;
}

/** The confirmed destinations by account and the blocks by partner. */
export async function readBlocks(
  db: Db,
  tenant: string,
  accounts: readonly string[],
  partners: readonly string[],
): Promise<Found> {
  const destinations: DestinationRow[] = await selectConfirmed(db, tenant, accounts).execute();
  const blocks = await selectBlocks(db, tenant, partners).execute();
  return {
    destinations: new Map(destinations.map((row) => [row.account_id, row])),
    blocks: new Map(blocks.map((row) => [row.partner_uid, row])),
  };
}
