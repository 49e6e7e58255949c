import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, inject } from 'vitest';

const PATIENCE_MS = 60_000;

const answers = (url: string): Promise<boolean> =>
  fetch(url, { method: 'POST', body: 'select 1' }).then(
    ({ ok }) => ok,
    () => false,
  );

// A server that ended by itself is started again: only the test that ran then fails, and not those after it.
beforeEach(async () => {
  for (const url of inject('clickhouseUrls')) {
    for (const began = performance.now(); !(await answers(url)); await sleep(50)) {
      if (performance.now() - began > PATIENCE_MS) throw new Error(`ClickHouse at ${url} does not answer.`);
    }
  }
});
