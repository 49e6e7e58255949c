import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Traffic } from './clock.ts';
import { untilWhole } from './take.ts';

const FOLDER = join(import.meta.dirname, '../../../docs/images');

/** Wide enough for the navigation beside a table, and still legible at the width of a README. */
export const SIZE = { width: 1240, height: 840 };

interface Picture {
  /** Its file in `docs/images`. */
  readonly name: string;
  /** What is at its top; the beginning of the screen unless given. */
  readonly from?: string;
}

/** What the README shows, by its screen. */
export const PICTURES: Readonly<Record<string, Picture>> = {
  'trading/overview': { name: 'desk' },
  'trading/approval': { name: 'approval' },
  'trading/market': { name: 'market' },
  'partner/report-performance-groups': { name: 'report', from: '[aria-label="Chart"]' },
  'partner/rewards-order': { name: 'explanation', from: 'text=Your reward' },
};

/** Writes the picture of a screen, and beside it what `outlineOf` finds there. */
export async function takePicture(screen: string, page: Page, traffic: Traffic): Promise<void> {
  const { name, from } = PICTURES[screen] ?? { name: screen };
  await writeFile(join(FOLDER, `${name}.txt`), await outlineOf(page, traffic));
  if (from !== undefined) {
    await page
      .locator(from)
      .first()
      .evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 32));
    await untilWhole(page, traffic);
  }
  await page.screenshot({ path: join(FOLDER, `${name}.png`) });
}

/** The names of screens, headings, columns and facts of a panel, without digits: what stays as long as the screen does. */
export async function outlineOf(page: Page, traffic: Traffic): Promise<string> {
  await page.setViewportSize(SIZE);
  await untilWhole(page, traffic);
  const texts = await page
    .locator('nav .mantine-NavLink-label, :is(h1, h2, h3, th, [role=dialog] dt):visible')
    .allInnerTexts();
  return texts.map((text) => `${text.trim().replaceAll(/\d+/g, '#')}\n`).join('');
}

/** The picture of a screen and its outline, as they are in the repository. */
export const readPicture = (screen: string) => ({
  png: readFileSync(join(FOLDER, `${PICTURES[screen]?.name}.png`)),
  outline: readFileSync(join(FOLDER, `${PICTURES[screen]?.name}.txt`), 'utf8'),
});
