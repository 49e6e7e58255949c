import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { bundle as bundleInto } from '../../scripts/bundle.mjs';
import { removeFolder } from './folder.ts';

/** Of the package, so that what it imports is found, and apart from the product, which may be built meanwhile. */
const FOLDER = join(import.meta.dirname, 'dist');

/** Bundles a program of the tests with the settings of the product. */
export async function bundle(
  entry: string,
  plugins: Plugin[] = [],
): Promise<{ path: string; remove: () => Promise<void> }> {
  await mkdir(FOLDER, { recursive: true });
  const outdir = await mkdtemp(join(FOLDER, 'test-'));
  await bundleInto({ entryPoints: { program: entry }, outdir, plugins });
  return { path: join(outdir, 'program.js'), remove: () => removeFolder(outdir) };
}
