import { inject, test } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether a file runs a sample of its cases, or all. */
    effort: 'sample' | 'all';
  }
}

const isAll = inject('effort') === 'all';

/** What `npm test` tries of many cases, and what `npm run test:long` tries: files that import this run in both. */
export const effort = <T>(sample: T, all: T): T => (isAll ? all : sample);

/** A test that only `npm run test:long` runs. */
export const thorough: typeof test.skip = isAll ? test : test.skip;
