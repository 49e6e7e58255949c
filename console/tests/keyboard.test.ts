import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openChromium } from '../../src/testing/chromium.ts';
import { apiOf, aWithdrawal } from './testing/api.ts';
import { startDesk, type Desk } from './testing/desk.ts';
import { checkScreen } from './testing/gates.ts';
import { join, openVisitor, type Visitor } from './testing/visitor.ts';

const SCREENS = [
  ['', 'Overview'],
  ['approvals', 'Approvals'],
  ['withdrawals', 'Withdrawals'],
  ['market', 'Market'],
  ['policies', 'Policies'],
  ['destinations', 'Destinations'],
  ['audit', 'Audit'],
  ['people', 'People'],
  ['clients', 'Clients'],
  ['jobs', 'Jobs'],
] as const;
const WITH_FILTER = ['withdrawals', 'market', 'destinations', 'audit', 'people', 'clients', 'jobs'];
const WITH_ROWS = ['', 'approvals', 'withdrawals', 'audit', 'people', 'clients'];

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

const open = async (path: string) => {
  await visitor.page.goto(`${desk.url}/console/${path}`);
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
};

it.each(SCREENS)('the palette opens /%s, where ? shows the shortcuts', async (path, title) => {
  const { page } = visitor;
  await open(path === 'people' ? 'clients' : 'people');
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search' }).fill(title);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/console/${path}`);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog').getByText('Next row').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

it.each(WITH_FILTER)('on /%s the key / leads to the filter, and is not typed there', async (path) => {
  const { page } = visitor;
  await open(path);
  const filter = page.locator('[data-filter]');
  await filter.waitFor();
  await page.keyboard.press('/');
  await expect.poll(() => filter.evaluate((field) => field === document.activeElement)).toBe(true);
  expect(
    await filter.evaluate((field) => (field as HTMLInputElement).value ?? field.textContent),
  ).not.toContain('/');
});

it.each(WITH_ROWS)(
  'on /%s j and k move by rows of one table, which downloads what it shows',
  async (path) => {
    const { page } = visitor;
    await open(path);
    const table = page.getByRole('table').first();
    await table.locator('tr[data-row]').nth(1).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(active).toEqual(['1']);
    await page.keyboard.press('k');
    await expect.poll(active).toEqual(['0']);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download the rows shown as CSV' }).first().click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    const headers = await table.getByRole('columnheader').allTextContents();
    expect(lines[0]).toBe(headers.join(','));
    expect(lines.length - 1).toBeGreaterThanOrEqual(await table.locator('tr[data-row]').count());
  },
);

it('the palette and the list of shortcuts meet every gate', async () => {
  const { page } = visitor;
  await open('');
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Search' }).waitFor();
  await checkScreen(visitor);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog').getByText('Next row').waitFor();
  await checkScreen(visitor);
  expect(visitor.faults).toEqual([]);
});
