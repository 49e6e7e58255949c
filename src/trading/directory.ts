import type { SwitchState, Venue, VenueDescription } from './venues/index.ts';

/** A venue as one tenant may use it. */
export interface ListedVenue {
  /** As it was last known; asking for it costs no call to the venue. */
  readonly description: VenueDescription;
  readonly withdrawals: SwitchState;
  readonly venue: Venue;
}

/** The venues that are configured. */
export interface VenueDirectory {
  find(tenant: string, code: string): Promise<ListedVenue | undefined>;
  list(tenant: string): Promise<readonly ListedVenue[]>;
}
