import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Traffic } from './clock.ts';
import { untilWhole } from './take.ts';

const FOLDER = join(import.meta.dirname, '../../../docs/images');

/** Wide enough for the navigation beside a table, and still legible at the width of a README. */
export const SIZE = { width: 1180, height: 760 };

/** What the README shows: a file of `docs/images` by its screen. */
export const PICTURES: Readonly<Record<string, string>> = {
  'trading/overview': 'desk',
  'trading/approval': 'approval',
  'trading/market': 'market',
  'partner/report-performance-groups': 'report',
  'partner/rewards-order': 'explanation',
};

/** Writes the picture of a screen, and beside it what `outlineOf` finds there. */
export async function takePicture(screen: string, page: Page, traffic: Traffic): Promise<void> {
  const name = PICTURES[screen] ?? '';
  await writeFile(join(FOLDER, `${name}.txt`), await outlineOf(page, traffic));
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

/** The headings, the columns and the names of facts and screens, without digits: what stays as long as the screen does. */
export async function outlineOf(page: Page, traffic: Traffic): Promise<string> {
  await page.setViewportSize(SIZE);
  await untilWhole(page, traffic);
  const texts = await page
    .locator('nav .mantine-NavLink-label, :is(h1, h2, h3, th, dt):visible')
    .allInnerTexts();
  return texts.map((text) => `${text.trim().replaceAll(/\d+/g, '#')}\n`).join('');
}

/** The picture of a screen and its outline, as they are in the repository. */
export const readPicture = (screen: string) => ({
  png: readFileSync(join(FOLDER, `${PICTURES[screen]}.png`)),
  outline: readFileSync(join(FOLDER, `${PICTURES[screen]}.txt`), 'utf8'),
});
