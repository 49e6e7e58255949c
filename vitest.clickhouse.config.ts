import { defineConfig } from 'vitest/config';

/** Tests that need ClickHouse servers, which they install, and reports, which are proved on both engines by the same tests. */
export default defineConfig({
  test: {
    name: 'clickhouse',
    include: [
      'src/**/*.clickhouse.test.ts',
      'src/partner/reports/{agreement,golden,isolation}.test.ts',
      'src/partner/profile/tier.test.ts',
    ],
    globalSetup: [
      'scripts/built.mjs',
      'src/testing/database-server.ts',
      'src/testing/clickhouse/global-setup.ts',
    ],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 600_000,
    hookTimeout: 300_000,
  },
});
