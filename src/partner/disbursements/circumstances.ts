import type { Db } from '../../platform/postgres/index.ts';
import type { FactsContext } from '../facts/handle/index.ts';
import { selectBlocks, type BlockRow } from './blocking/index.ts';
import { selectConfirmed, type DestinationRow } from './destinations/index.ts';
import { validAgreements, wantsDocuments, type Issuer } from './documents/index.ts';

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

interface Owned {
  readonly account_id: string;
  readonly partner_uid: string;
}

interface Found {
  readonly destinations: ReadonlyMap<string, DestinationRow>;
  readonly blocks: ReadonlyMap<string, BlockRow>;
  /** The partners who need an agreement on documents and have none that is valid. */
  readonly unsigned: ReadonlySet<string>;
}

interface Asked {
  readonly tenant: string;
  readonly accounts: readonly Owned[];
  readonly issuer: Issuer;
  readonly now: Date;
}

/** The confirmed destinations by account, the blocks by partner, and who has no agreement. */
export async function readBlocks(db: Db, { tenant, accounts, issuer, now }: Asked): Promise<Found> {
  const destinations: DestinationRow[] = await selectConfirmed(db, tenant, accounts).execute();
  const partners = [...new Set(accounts.map(({ partner_uid }) => partner_uid))];
  const blocks = await selectBlocks(db, tenant, partners).execute();
  const needed = wantsDocuments(issuer) ? partners : [];
  const agreements = await validAgreements(db, tenant, needed, now);
  return {
    destinations: new Map(destinations.map((row) => [row.account_id, row])),
    blocks: new Map(blocks.map((row) => [row.partner_uid, row])),
    unsigned: new Set(needed.filter((partner) => !agreements.has(partner))),
  };
}
