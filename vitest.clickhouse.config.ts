import { defineConfig } from 'vitest/config';

/** Reports, which the same tests prove on every engine. */
const REPORTS =
  'src/partner/{reports/{agreement,golden,isolation,as-if-alone.long},profile/tier.long}.test.ts';
/** What one node is enough for. */
const ON_ONE_NODE = 'src/partner/reports/{query/one-update,reading/values,declarations/program}.long.test.ts';
const SHARDS = 'src/partner/reports/clickhouse/served.clickhouse.test.ts';

const common = {
  pool: 'forks',
  testTimeout: 600_000,
  hookTimeout: 300_000,
  globalSetup: ['src/testing/clickhouse/global-setup.ts'],
  setupFiles: ['src/testing/clickhouse/before-each.ts'],
  provide: { effort: 'all' },
} as const;

/** Tests that need ClickHouse servers, which they install. */
export default defineConfig({
  test: {
    globalSetup: ['src/testing/on-demand.ts'],
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...common,
          name: 'one node',
          include: ['src/**/*.clickhouse.test.ts', ON_ONE_NODE],
          exclude: [SHARDS],
        },
      },
      // All cases run on two shards, where a statement has more ways to be wrong.
      {
        test: { ...common, name: 'reports on one node', include: [REPORTS], provide: { effort: 'sample' } },
      },
      { test: { ...common, name: 'two shards', include: [SHARDS, REPORTS] } },
    ],
  },
});
