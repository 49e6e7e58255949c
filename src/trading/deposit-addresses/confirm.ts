import { Problem, type Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { VenueDirectory } from '../directory.ts';
import { keepAddress } from './learn.ts';
import { readAddress } from './read.ts';
import type { DepositAddress } from '../venues/index.ts';
import { selectCurrent, type Place } from './store.ts';
import { isSamePlace } from './view.ts';

/**
 * Our address at a venue, to which money may be sent now: the venue shows it at this moment, and it is the one that it
 * showed before. One that has changed is refused until somebody has asked for it and seen it. A dry run keeps nothing.
 */
export async function confirmAddress(
  context: Context<Db>,
  directory: VenueDirectory,
  place: Omit<Place, 'tenant'>,
  dryRun: boolean,
): Promise<DepositAddress> {
  const { tenant } = context.actor;
  const { venue, asset, network } = place;
  const found = await readAddress(context, directory, place);
  const known = await selectCurrent(context.db, { tenant, ...place }).executeTakeFirst();
  if (known && !isSamePlace(known, found)) {
    throw new Problem(
      'conflict',
      `${venue} shows another address of ${asset} on ${network} than before. Check it there, then ask for it with readDepositAddress.`,
    );
  }
  return keepAddress(context, place, found, dryRun);
}
