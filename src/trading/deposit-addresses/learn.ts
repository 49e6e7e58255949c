import { Problem, type Context } from '../../kernel/index.ts';
import { command, run } from '../../platform/commands/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { VenueDirectory } from '../directory.ts';
import type { DepositAddress } from '../venues/index.ts';
import { readAddress } from './read.ts';
import type { DepositAddressPlace, DepositAddressView } from './schema.ts';
import {
  lockOwner,
  retireCurrent,
  selectCurrent,
  upsertAddress,
  type AddressRow,
  type Place,
} from './store.ts';
import { isSamePlace, keyOf, toView } from './view.ts';

/** Asks a venue for our address, and keeps it. One that it has replaced stays known. */
export async function learnAddress(
  context: Context<Db>,
  directory: VenueDirectory,
  { venue, asset, network }: DepositAddressPlace,
): Promise<DepositAddressView> {
  const place = { venue, asset: asset.code, network };
  return keepAddress(context, place, await readAddress(context, directory, place));
}

/** Keeps what a venue has shown just now. */
export async function keepAddress(
  context: Context<Db>,
  place: Omit<Place, 'tenant'>,
  found: DepositAddress,
  dryRun = false,
): Promise<DepositAddressView> {
  return (await run(context, learn, { ...place, ...found }, { dryRun })).result;
}

type Learned = Omit<Place, 'tenant'> & DepositAddress;

const learn = command({
  name: 'deposit-address.learn',
  scope: 'venue-transfer:edit',
  async lock(tx, { venue, asset, network, address, tag }: Learned, { actor: { tenant } }) {
    const owner = await lockOwner(tx, { ...keyOf(address, tag), tenant, venue }).executeTakeFirstOrThrow();
    const current = await selectCurrent(tx, { tenant, venue, asset, network }).executeTakeFirst();
    return { owner, current };
  },
  decide(
    { owner, current }: { owner: { tenant: string; venue: string }; current: AddressRow | undefined },
    { venue, asset, network, address, tag },
    { id, actor: { tenant }, now },
  ) {
    if (owner.tenant !== tenant || owner.venue !== venue) {
      // The message does not name the other account, which the caller may not be allowed to know.
      throw new Problem(
        'conflict',
        `${venue} shows an address that belongs to another account. Check the key of the venue: nothing is sent there.`,
      );
    }
    const isSame = current !== undefined && isSamePlace(current, { address, tag });
    const row: AddressRow = {
      id,
      tenant,
      venue,
      asset,
      network,
      // The form in which it was first seen.
      address: isSame ? current.address : address,
      tag: tag ?? '',
      is_current: true,
      first_seen_at: now,
      last_seen_at: now,
    };
    const replaced = current && !isSame ? { address: current.address, tag: current.tag || null } : null;
    return {
      change: row,
      audit: {
        subject: isSame ? current.id : id,
        details: { venue, asset, network, address, tag, replaced },
      },
    };
  },
  async write(tx, row) {
    await retireCurrent(tx, row).execute();
    const kept = await upsertAddress(tx, row).executeTakeFirst();
    return kept && toView(kept);
  },
});
