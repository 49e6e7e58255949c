export { replicasOf } from './clickhouse.ts';
export { ConfigError, loadConfig } from './load.ts';
export { printConfig } from './print.ts';
export { refusedFlags, settings, type Config, type Setting } from './settings.ts';
export { EXAMPLE_VENUES, venueMembers } from './venues.ts';
