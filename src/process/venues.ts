import type { Config } from '../config/index.ts';
import { findDemoVenues, type VenueSettings } from '../trading/venues/index.ts';

/** The venues of the configuration with their defaults. */
export const configuredVenues = ({ venues }: Config): readonly VenueSettings[] =>
  venues.map((venue) => ({ tenant: 'default', account: 'MAIN', ...venue }));

/** The venues of the processes with this configuration, for a command beside them. In demo mode their start has made them. */
export const knownVenues = async (config: Config): Promise<readonly VenueSettings[]> =>
  config.demo ? findDemoVenues(config.data) : configuredVenues(config);
