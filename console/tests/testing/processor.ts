import type { Page } from 'playwright-core';

/**
 * The milliseconds that the main thread of a page has computed while something happened. They do not count the time
 * during which the machine did other work, so a busy machine does not change them much.
 */
export async function computedMs(page: Page, during: () => Promise<void>): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000;
  };
  const before = await read();
  await during();
  const after = await read();
  await devtools.detach();
  return after - before;
}
