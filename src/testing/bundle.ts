import { mkdtemp } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { removeFolder } from './folder.ts';

/** Where what is not bundled is found. */
const MODULES = join(import.meta.dirname, '../../node_modules');
const REQUIRE = `
  import { createRequire as makeRequire } from 'node:module';
  const require = makeRequire(import.meta.url);`;

/** Makes few files of a program and all it imports, which load sooner. */
export async function bundle(entry: string): Promise<{ path: string; remove: () => Promise<void> }> {
  const outdir = await mkdtemp(join(MODULES, '.quaestor-'));
  await build({
    entryPoints: [entry],
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    external: ['ccxt', '@duckdb/*', 'pg-native', 'vitest'],
    banner: { js: REQUIRE },
    logLevel: 'error',
  });
  return {
    path: join(outdir, basename(entry).replace(/\.ts$/, '.js')),
    remove: () => removeFolder(outdir),
  };
}
