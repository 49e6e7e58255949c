import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openChromium } from '../../src/testing/chromium.ts';
import { apiOf, aWithdrawal } from './testing/api.ts';
import { startDesk, type Desk } from './testing/desk.ts';
import { checkScreen } from './testing/gates.ts';
import { join, openVisitor, type Visitor } from './testing/visitor.ts';

/** Every screen of the menu, with whether it has a filter and whether it has rows here. */
const SCREENS = [
  { path: '', title: 'Overview', filter: false, rows: true },
  { path: 'approvals', title: 'Approvals', filter: false, rows: true },
  { path: 'withdrawals', title: 'Withdrawals', filter: true, rows: true },
  { path: 'market', title: 'Market', filter: true, rows: false },
  { path: 'policies', title: 'Policies', filter: false, rows: false },
  { path: 'destinations', title: 'Destinations', filter: true, rows: false },
  { path: 'audit', title: 'Audit', filter: true, rows: true },
  { path: 'people', title: 'People', filter: true, rows: true },
  { path: 'clients', title: 'Clients', filter: true, rows: true },
  { path: 'jobs', title: 'Jobs', filter: true, rows: false },
];

let desk: Desk;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  [desk, browser] = await Promise.all([startDesk(), openChromium()]);
  visitor = await openVisitor(browser, desk.url);
  await join(visitor, desk.links.get('anton') ?? '');
  for (const amount of ['20', '21']) {
    await apiOf(desk)('POST', '/trade/v1/venues/withdrawals', aWithdrawal(`row-${amount}`, amount));
  }
});
afterAll(async () => {
  await browser.close();
  await desk.stop();
});

const active = () =>
  visitor.page
    .locator('tr[data-active]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-index')));

describe.each(SCREENS)('$title', ({ path, title, filter, rows }) => {
  it('is opened by the palette, and its shortcuts work', async () => {
    const { page } = visitor;
    await page.goto(`${desk.url}/console/${path === 'people' ? 'clients' : 'people'}`);
    await page.locator('tr[data-row]').first().waitFor();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('textbox', { name: 'Search' });
    await search.waitFor();
    await search.fill(title);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console/${path}`);
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await page.keyboard.press('?');
    await page.getByRole('dialog').getByText('Next row').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    if (rows) {
      await page.locator('tr[data-row]').nth(1).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await expect.poll(active).toEqual(['1']);
      await page.keyboard.press('k');
      await expect.poll(active).toEqual(['0']);
      const headers = await page.getByRole('table').first().getByRole('columnheader').allTextContents();
      const shown = await page.getByRole('table').first().locator('tr[data-row]').count();
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download the rows shown as CSV' }).first().click(),
      ]);
      const lines = readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\r\n');
      expect(lines[0]).toBe(headers.join(','));
      expect(lines.length - 1).toBeGreaterThanOrEqual(shown);
    }
    if (filter) {
      await page.locator('[data-filter]').waitFor();
      await page.keyboard.press('Escape');
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await page.keyboard.press('/');
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-filter')))
        .toBe(true);
      expect(await page.locator('[data-filter]').evaluate((field) => field.textContent)).not.toContain('/');
    }
  });
});

it('the palette and the list of shortcuts meet every gate', async () => {
  const { page } = visitor;
  await page.goto(`${desk.url}/console/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search' }).waitFor();
  await checkScreen(visitor);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog').getByText('Next row').waitFor();
  await checkScreen(visitor);
});
