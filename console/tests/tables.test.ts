import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { addDestinations } from './testing/add-destinations.ts';
import { aWithdrawal } from './testing/api.ts';
import { checkScreen } from './testing/gates.ts';
import { openDesk } from './testing/open.ts';
import { cellsOf } from './testing/rows.ts';

const { desk, api, visit } = await openDesk();
const visitor = await visit('olivia');
const { page } = visitor;
/** As long as an amount can be that the demo has. */
const LONG = '1234567.123456';

await api('POST', '/trade/v1/venues/withdrawals', aWithdrawal('long', LONG));
await api('POST', '/trade/v1/venues/withdrawals', aWithdrawal('short', '20'));

it('people read the digits of the asset, and hover, copy and file have all of them', async () => {
  await page.goto(`${desk.url}/console/withdrawals`);
  const cell = page.locator('tr', { hasText: 'long' }).getByTitle('1,234,567.123456');
  await cell.waitFor();
  expect(await cell.textContent()).toBe('1,234,567.123456');
  const rest = cell.locator('span');
  expect(await rest.evaluate((node) => node.getBoundingClientRect().width)).toBeLessThanOrEqual(1);
  const copied = await cell.evaluate((node) => {
    getSelection()?.selectAllChildren(node);
    return getSelection()?.toString();
  });
  expect(copied).toBe('1,234,567.123456');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /as CSV$/ }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain(`${LONG} USDT`);
});

it.each([1360, 1024, 800, 390])('on a screen of %i px, nothing of the overview overlaps', async (width) => {
  await page.setViewportSize({ width, height: 900 });
  onTestFinished(() => page.setViewportSize({ width: 1360, height: 900 }));
  await page.goto(`${desk.url}/console/`);
  const lines = page.getByRole('link', { name: /Withdrawal / });
  await lines.first().waitFor();
  const overlaps = await page.evaluate(() => {
    const found: string[] = [];
    for (const line of document.querySelectorAll('main a')) {
      const boxes = [...line.children].map((part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        return range.getBoundingClientRect();
      });
      for (const [at, a] of boxes.entries()) {
        for (const b of boxes.slice(at + 1)) {
          const isBeside = a.right <= b.left + 1 || b.right <= a.left + 1;
          const isBelow = a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
          if (a.width > 0 && b.width > 0 && !isBeside && !isBelow) found.push(line.textContent ?? '');
        }
      }
    }
    return found;
  });
  expect(overlaps).toEqual([]);
});

it('a person leaves columns out, puts rows close together, and finds both again', async () => {
  await page.goto(`${desk.url}/console/withdrawals`);
  const venue = page.getByRole('columnheader', { name: 'Venue' });
  await venue.waitFor();
  await page.getByRole('button', { name: 'Columns and rows' }).click();
  await page.getByRole('checkbox', { name: 'Venue' }).uncheck();
  await venue.waitFor({ state: 'detached' });
  await page.getByRole('switch', { name: 'Close rows' }).check();
  await checkScreen(visitor);
  await page.reload();
  await page.getByRole('columnheader', { name: 'Reference' }).waitFor();
  expect(await venue.count()).toBe(0);
  expect(await page.locator('[data-dense]').count()).toBe(1);
});

it('rows that are all there are ordered by any column, by a click on its heading', async () => {
  await addDestinations(desk, 3);
  await page.goto(`${desk.url}/console/destinations`);
  const names = async () => (await cellsOf(page, 'Destinations')).map(({ Name: name }) => name);
  await expect.poll(async () => (await names()).length).toBe(3);
  const heading = page.getByRole('columnheader', { name: 'Name' });
  await heading.getByRole('button').click();
  const ascending = await names();
  await heading.getByRole('button').click();
  await expect.poll(names).toEqual(ascending.toReversed());
  expect(await heading.getAttribute('aria-sort')).toBe('descending');
  await checkScreen(visitor);
});

it('a filter is saved under a name, applied and removed', async () => {
  await page.goto(`${desk.url}/console/withdrawals?q=reference%3Ashort`);
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByLabel('Name of the filter').fill('Short ones');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.goto(`${desk.url}/console/withdrawals`);
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Short ones', exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('reference:short');
  await page.getByRole('button', { name: 'Saved filters' }).click();
  await page.getByRole('button', { name: 'Remove Short ones' }).click();
  await page.getByRole('button', { name: 'Short ones', exact: true }).waitFor({ state: 'detached' });
});

it('g and a letter goes to a screen, but not from a field', async () => {
  await page.goto(`${desk.url}/console/destinations`);
  await page.getByRole('textbox', { name: 'Find' }).pressSequentially('gw');
  expect(await page.getByRole('textbox', { name: 'Find' }).inputValue()).toBe('gw');
  await page.goto(`${desk.url}/console/`);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await page.getByRole('heading', { level: 1, name: 'Withdrawals' }).waitFor();
  await page.keyboard.press('Shift+?');
  await page.getByText('Screens, by g and then a letter').waitFor();
  await checkScreen(visitor);
});

it('on paper there is the content alone', async () => {
  await page.goto(`${desk.url}/console/withdrawals`);
  await page.getByRole('link', { name: 'long' }).click();
  await page.getByRole('heading', { level: 1, name: 'Withdrawal long' }).waitFor();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.getByRole('navigation').isVisible()).toBe(false);
  expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(true);
  expect(await page.locator('main button:visible').count()).toBe(0);
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  );
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
});
