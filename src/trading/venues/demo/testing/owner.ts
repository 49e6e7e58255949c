import { startDemoVenues } from '../start.ts';

/** A process that runs the venues of a data folder until it is ended. */
const [dataFolder = ''] = process.argv.slice(2);
await startDemoVenues({ dataFolder, run: true, logger: { warn: () => {} } });
