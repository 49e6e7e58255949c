import { Problem } from '../../kernel/index.ts';
import type { Db } from '../../platform/postgres/index.ts';
import type { KnownVenue, Venues } from './open.ts';
import type { Venue, VenueDescription } from './port/index.ts';
import { readSwitches } from './read-switches.ts';
import type { Switches } from './store.ts';

/** A venue as one tenant may use it now. */
interface UsableVenue extends Switches {
  readonly venue: Venue;
  readonly description: VenueDescription;
}

/** Finds venues together with the switches as they stand at that moment. */
export function createDirectory(venues: Venues, db: Db) {
  return {
    /** Undefined where the tenant has none of this code; refuses one that never said what it is. */
    async find(tenant: string, code: string): Promise<UsableVenue | undefined> {
      const known = venues.find(tenant, code);
      if (!known) return undefined;
      const usable = use(known, await readSwitches(db, tenant));
      if (usable) return usable;
      throw new Problem(
        'unavailable',
        `The venue ${code} has not answered yet${known.silence === undefined ? '.' : `. ${known.silence.reason}`}`,
        {
          headers: { 'retry-after': '1' },
        },
      );
    },
    async list(tenant: string): Promise<readonly UsableVenue[]> {
      const switchesOf = await readSwitches(db, tenant);
      return venues.of(tenant).flatMap((known) => use(known, switchesOf) ?? []);
    },
  };
}

function use(known: KnownVenue, switchesOf: (venue: KnownVenue) => Switches): UsableVenue | undefined {
  const { venue, description } = known;
  return description && { venue, description, ...switchesOf(known) };
}
