import type { SwitchState, Venue, VenueDescription } from './venues/index.ts';

/** A venue as one tenant may use it. */
export interface ListedVenue {
  /** The last known description, read without a call to the venue. */
  readonly description: VenueDescription;
  readonly withdrawals: SwitchState;
  readonly venue: Venue;
}

/** The configured venues. */
export interface VenueDirectory {
  find(tenant: string, code: string): Promise<ListedVenue | undefined>;
  list(tenant: string): Promise<readonly ListedVenue[]>;
}
