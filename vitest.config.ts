import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Begun first, so that no processor waits for the last of them at the end. */
const LONGEST = [
  'src/partner/crediting/credit.test.ts',
  'src/partner/reports/agreement.test.ts',
  'src/partner/program/routes.test.ts',
  'src/platform/auth/account/account.test.ts',
];

/** Whole programs, kills, packages, long random histories, browsers: `npm run test:long` runs them. */
const LONG = ['{src,exchange,sdk,tools,console/tests}/**/*.long.test.ts'];

/** Builds an earlier version from the history of the repository: `npm run test:release` runs it. */
const RELEASE = ['src/**/*.release.test.ts', 'tools/**/*.release.test.ts'];

/** They start ClickHouse servers: `npm run test:clickhouse` runs them. */
const CLICKHOUSE = ['src/**/*.clickhouse.test.ts'];

const TESTS = ['src', 'tools'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts'))
    .map((path) => ({
      path: `${folder}/${path}`,
      text: readFileSync(join(import.meta.dirname, folder, path), 'utf8'),
    })),
);
const testsWith = (text: string): string[] =>
  TESTS.filter((test) => test.text.includes(text)).map(({ path }) => path);

/** They put something else in the place of a module, which must not reach the others. */
const MOCKING = testsWith('vi.mock(');
const isLong = (path: string): boolean => path.endsWith('.long.test.ts');

/** Of their many cases `npm test` runs a sample, and `npm run test:long` all. */
const SAMPLED = [...testsWith('testing/effort.ts'), ...testsWith('testing/tried.ts')];

function rank({ moduleId }: TestSpecification): number {
  const index = LONGEST.indexOf(relative(import.meta.dirname, moduleId));
  return index === -1 ? LONGEST.length : index;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

const common = {
  pool: 'forks',
  // Only there to end what cannot succeed: no test depends on how fast the machine is.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
  restoreMocks: true,
  provide: { effort: 'sample' },
  // The packages of S3 would warn in every run about the Node version they will require.
  env: { AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true' },
} as const;

/** The SDK from its sources, so that it need not be built before. */
const resolve = { alias: { '@quaestor/sdk': join(import.meta.dirname, 'sdk/src/index.ts') } };

export default defineConfig({
  test: {
    globalSetup: ['src/testing/on-demand.ts'],
    // A file that has not changed is not compiled again.
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
    // One more than the processors of a small machine: much of the time goes by waiting for other processes.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    slowTestThreshold: 5_000,
    // Where tests cut its connections, graphile-worker writes pages of what it also logs.
    onConsoleLog: (text) => !text.includes('node_modules/graphile-worker'),
    projects: [
      {
        resolve,
        // They all mock the same module.
        test: {
          ...common,
          name: 'alone',
          include: MOCKING.filter((path) => !isLong(path)),
          isolate: false,
        },
      },
      {
        resolve,
        test: {
          ...common,
          name: 'together',
          include: ['{src,exchange,sdk,console/src,tools,bench}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...MOCKING, ...LONG, ...RELEASE, ...CLICKHOUSE],
          // What the tests import is loaded once in each process and not for every file.
          isolate: false,
        },
      },
      {
        resolve,
        test: {
          ...common,
          name: 'long',
          include: LONG,
          exclude: [...configDefaults.exclude, ...MOCKING],
          provide: { effort: 'all' },
          isolate: false,
        },
      },
      {
        resolve,
        test: {
          ...common,
          name: 'long alone',
          include: MOCKING.filter(isLong),
          provide: { effort: 'all' },
        },
      },
      {
        resolve,
        test: { ...common, name: 'thorough', include: SAMPLED, provide: { effort: 'all' }, isolate: false },
      },
      { test: { ...common, name: 'release', include: RELEASE } },
      {
        resolve,
        test: {
          ...common,
          name: 'console',
          include: ['console/tests/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...LONG],
          globalSetup: ['scripts/built-console.mjs', 'console/tests/testing/started-once.ts'],
          // Each starts the whole product and a browser, and the products take their ports from one first start.
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
