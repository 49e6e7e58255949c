import type { Config } from '../config/index.ts';
import type { VenueSettings } from '../trading/venues/index.ts';

/** The venues of the configuration with their defaults. */
export const configuredVenues = ({ venues }: Config): readonly VenueSettings[] =>
  venues.map((venue) => ({ tenant: 'default', account: 'MAIN', ...venue }));
