import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundle as bundleInto } from '../../scripts/bundle.mjs';
import { removeFolder } from './folder.ts';
import { DIST } from './product.ts';

/** Bundles a program of the tests with the settings of the product. */
export async function bundle(
  entry: string,
  plugins: Plugin[] = [],
): Promise<{ path: string; remove: () => Promise<void> }> {
  const outdir = await mkdtemp(join(DIST, 'test-'));
  await bundleInto({ entryPoints: { program: entry }, outdir, plugins });
  return { path: join(outdir, 'program.js'), remove: () => removeFolder(outdir) };
}
