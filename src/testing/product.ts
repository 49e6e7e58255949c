import { join } from 'node:path';
import { ensureBuilt } from '../../scripts/ensure.mjs';
import { PACKAGE_ROOT } from '../platform/package-root.ts';
import { demand } from './on-demand.ts';

// Importing this file waits until the programs are built from the present sources.
await (process.env['VITEST'] === undefined ? ensureBuilt() : demand('product'));

/** The folder of what is built. */
const DIST = join(PACKAGE_ROOT, 'dist');
/** The program `quaestor`. */
export const MAIN: string = join(DIST, 'main.js');
/** The simulated exchange. */
export const EXCHANGE: string = join(DIST, 'exchange.js');
