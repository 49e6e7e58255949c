import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest first, so that no processor waits for the last of them at the end. */
const LONGEST = [
  'src/main.test.ts',
  'src/trading/conversions/crash.test.ts',
  'src/trading/withdrawals/chaos.test.ts',
];

function rank({ moduleId }: TestSpecification): number {
  const index = LONGEST.indexOf(relative(import.meta.dirname, moduleId));
  return index === -1 ? LONGEST.length : index;
}

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tools/**/*.test.ts', 'bench/**/*.test.ts'],
    globalSetup: ['scripts/built.mjs', 'src/testing/database-server.ts'],
    pool: 'forks',
    // What the tests import is loaded once in each process and not for every file.
    isolate: false,
    // One more than the processors of a small machine: much of the time goes by waiting for other processes.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
});
