import type { Context } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { Venues } from './open.ts';
import { readSwitches } from './read-switches.ts';
import { showVenue } from './show.ts';

/** The venues of the actor's tenant, in the order of their codes. */
export async function listVenues({ actor, db }: Context<Db>, venues: Venues) {
  const switchesOf = await readSwitches(db, actor.tenant);
  return venues.of(actor.tenant).map((venue) => showVenue(venue, switchesOf(venue)));
}
