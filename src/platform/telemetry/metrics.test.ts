import { expect, it } from 'vitest';
import { createMetrics } from './metrics.ts';
import { thorough } from '../../testing/effort.ts';

thorough(
  'a metric that fails or hangs is left out and counted; a hanging one is read once until it ends',
  async () => {
    const metrics = createMetrics();
    let reads = 0;
    let release: (() => void) | undefined;
    metrics.gauge('failing', 'Fails.', [], () => Promise.reject(new Error('the database is gone')));
    metrics.gauge('hanging', 'Hangs.', [], async () => {
      reads += 1;
      await new Promise<void>((resolve) => (release = resolve));
      return [{ value: 7 }];
    });
    metrics.gauge('working', 'Works.', [], () => [{ value: 1 }]);
    const { registry } = metrics;
    for (const _ of [1, 2]) {
      const text = await registry.metrics();
      expect(text).toMatch(/^working 1$/m);
      expect(text).not.toMatch(/^(failing|hanging) /m);
    }
    expect(reads).toBe(1);
    const hanging = registry.getSingleMetricAsString('hanging');
    release?.();
    expect(await hanging).toMatch(/^hanging 7$/m);
    expect(await registry.getSingleMetricAsString('quaestor_metric_failures_total')).toMatch(
      /\{metric="failing"\} 2\n.*\{metric="hanging"\} 2$/s,
    );
  },
);

it('scrapes at the same time share one reading, and the next scrape reads again', async () => {
  const { gauge, registry } = createMetrics();
  const endings: (() => void)[] = [];
  let reads = 0;
  gauge('slow', 'Takes time.', [], async () => {
    const value = ++reads;
    await new Promise<void>((resolve) => endings.push(resolve));
    return [{ value }];
  });
  for (const reading of [1, 2]) {
    const scrapes = Array.from({ length: 20 }, () => registry.metrics());
    await expect.poll(() => endings.length).toBe(1);
    endings.pop()?.();
    const values = (await Promise.all(scrapes)).map((text) => /^slow .*$/m.exec(text)?.[0]);
    expect(new Set(values)).toEqual(new Set([`slow ${reading}`]));
  }
});
