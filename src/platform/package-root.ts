import { createRequire } from 'node:module';
import { dirname } from 'node:path';

/** The folder of the package, whether its sources run or its bundles. A package finds itself by its own name. */
export const PACKAGE_ROOT: string = dirname(createRequire(import.meta.url).resolve('quaestor/package.json'));
