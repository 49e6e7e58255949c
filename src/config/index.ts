export { replicasOf } from './clickhouse.ts';
export { refusedFlags, settings, type Setting } from './list.ts';
export { ConfigError, loadConfig } from './load.ts';
export { printConfig } from './print.ts';
export type { Config } from './settings.ts';
export { EXAMPLE_VENUES, venueMembers } from './venues.ts';
