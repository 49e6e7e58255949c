import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Visitor } from './visitor.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const OPTIONS: RunOptions = { resultTypes: ['violations'] };

/** What axe finds serious or critical, each with where it is. */
async function findBarriers(page: Page): Promise<string[]> {
  // Playwright evaluates outside the policy of the page, which forbids such a script to the page itself.
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    (options) =>
      (globalThis as unknown as { axe: { run(o: RunOptions): Promise<AxeResults> } }).axe.run(options),
    OPTIONS,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${String(target)} ${failureSummary}`),
    );
}

/** What every screen must hold, in both colour schemes: no barrier, no fault, nothing wider than a narrow phone. */
export async function checkScreen({ page, faults }: Visitor): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await findBarriers(page), `${page.url()} in ${colorScheme}`).toEqual([]);
  }
  const size = page.viewportSize() ?? { width: 1360, height: 900 };
  await page.setViewportSize({ width: 320, height: 700 });
  const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(widthOf, { message: `${page.url()} at 320 px` }).toBeLessThanOrEqual(320);
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light' });
  expect(faults).toEqual([]);
}
