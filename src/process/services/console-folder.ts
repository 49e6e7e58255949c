import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '../../platform/auth/index.ts';
import { PACKAGE_ROOT } from '../../platform/package-root.ts';

/** Where the console of a service was built, or undefined if it was not. */
export function consoleFolder(service: ServiceName): string | undefined {
  const folder = join(PACKAGE_ROOT, 'console/dist', service);
  return existsSync(join(folder, 'index.en.html')) ? folder : undefined;
}
