import { join } from 'node:path';
import { ensureBuilt } from '../../scripts/ensure.mjs';
import { PACKAGE_ROOT } from '../platform/package-root.ts';
import { demand } from './on-demand.ts';

// Whoever imports a program from here has waited until it is built of these very sources.
await (process.env['VITEST'] === undefined ? ensureBuilt() : demand('product'));

/** The folder of what is built. */
export const DIST: string = join(PACKAGE_ROOT, 'dist');
/** The program `quaestor`. */
export const MAIN: string = join(DIST, 'main.js');
/** The simulated exchange. */
export const EXCHANGE: string = join(DIST, 'exchange.js');
