import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { bundle as bundleInto } from '../../scripts/bundle.mjs';
import { removeFolder } from './folder.ts';

/** Where what is not bundled is found. */
const MODULES = join(import.meta.dirname, '../../node_modules');

/** Bundles a program of the tests as the product is. */
export async function bundle(entry: string): Promise<{ path: string; remove: () => Promise<void> }> {
  const outdir = await mkdtemp(join(MODULES, '.quaestor-'));
  await bundleInto({ entryPoints: { program: entry }, outdir });
  return { path: join(outdir, 'program.js'), remove: () => removeFolder(outdir) };
}
