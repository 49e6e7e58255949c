import { startDemoVenues } from '../start.ts';

/** A process that runs the venues of a data folder until it is ended. */
const [program = '', dataFolder = ''] = process.argv.slice(2);
await startDemoVenues({ program, dataFolder, run: true, logger: { warn: () => {} } });
