import { join } from 'node:path';
import type { Config } from '../config/index.ts';
import { PACKAGE_ROOT } from '../platform/package-root.ts';
import type { Logger } from '../platform/telemetry/index.ts';
import { findDemoVenues, startDemoVenues, type VenueSettings } from '../trading/venues/index.ts';
import { makeDataFolder } from './data-folder.ts';
import type { Parts } from './parts.ts';

/** The venues of the configuration with their defaults. */
const configuredVenues = ({ venues }: Config): readonly VenueSettings[] =>
  venues.map((venue) => ({ tenant: 'default', account: 'MAIN', ...venue }));

/** The venues of the processes with this configuration, for a command beside them. In demo mode their start has made them. */
export const knownVenues = async (config: Config): Promise<readonly VenueSettings[]> =>
  config.demo ? findDemoVenues(config.data) : configuredVenues(config);

/** The venues that this process uses. In demo mode it starts three simulated ones. */
export async function startVenues(
  parts: Parts,
  config: Config,
  logger: Logger,
): Promise<readonly VenueSettings[]> {
  if (!config.roles.includes('trading') && !config.roles.includes('worker')) return [];
  if (!config.demo) return configuredVenues(config);
  makeDataFolder(config.data);
  const starting = startDemoVenues({
    program: join(PACKAGE_ROOT, 'dist/exchange.js'),
    dataFolder: config.data,
    run: config.roles.includes('trading'),
    logger,
  });
  const { settings } = await parts.open(starting, (demo) => demo.stop());
  return settings;
}
