import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Traffic } from './clock.ts';

const WIDTHS = { wide: 1360, narrow: 390 };
const [LEAST_HEIGHT, MOST_HEIGHT] = [900, 2400];
const PATIENCE_MS = 120_000;
const STILL_MS = 300;

/** Brings the browser to where every shot begins, whatever became of the one before. */
export async function clear(page: Page): Promise<void> {
  await page.setViewportSize({ width: WIDTHS.wide, height: LEAST_HEIGHT });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('about:blank');
}

/** Writes the images of what the page shows: each width in each colour scheme. */
export async function takeImages(page: Page, traffic: Traffic, path: string): Promise<void> {
  for (const [size, width] of Object.entries(WIDTHS)) {
    await page.setViewportSize({ width, height: LEAST_HEIGHT });
    await untilWhole(page, traffic);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height: Math.min(Math.max(height, LEAST_HEIGHT), MOST_HEIGHT) });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await untilWhole(page, traffic);
      await page.screenshot({ path: `${path}-${size}-${colorScheme}.png` });
    }
  }
}

/** Waits until the page has a heading, awaits no answer, shows nothing as loading, and has stayed so for a moment. */
export async function untilWhole(page: Page, traffic: Traffic): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  let stillSince: number | undefined;
  for (;;) {
    const missing = traffic.pending() > 0 ? 'an answer of the server' : await page.evaluate(findMissing);
    const now = Date.now();
    stillSince = missing === undefined ? (stillSince ?? now) : undefined;
    if (stillSince !== undefined && now - stillSince >= STILL_MS) return;
    if (now > giveUpAt) throw new Error(`${page.url()} still waits for ${missing}.`);
    await sleep(50);
  }
}

function findMissing(): string | undefined {
  if (document.querySelector('h1, h2') === null) return 'its heading';
  // A button that waits for the answer to a question on the screen is no part that is missing.
  const loading = document.querySelector(
    '.mantine-Skeleton-root, .mantine-Loader-root:not(button *), input[data-loading]',
  );
  if (loading !== null) return `the element ${loading.className}`;
  return undefined;
}
