import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { aWithdrawal } from './testing/api.ts';
import { checkScreen } from './testing/gates.ts';
import { openDesk } from './testing/open.ts';

const MANY = 60;
const MINUTE_MS = 60_000;

const { desk, api, visit } = await openDesk();
const visitor = await visit('olivia');
const { page, context } = visitor;
for (let n = 0; n < MANY; n += 1) {
  await api('POST', '/trade/v1/venues/withdrawals', aWithdrawal(`row-${n}`, `${20 + n}`));
}

const rows = () => page.locator('tr[data-row]').count();
const parameter = (name: string) => new URL(page.url()).searchParams.get(name);

it('dates are chosen by two days of the calendar or by a preset, and cleared', async () => {
  await page.goto(`${desk.url}/console/withdrawals?from=2026-03-01&to=2026-03-31`);
  const dates = page.getByTitle('Dates, in UTC');
  const days = page.locator('[data-dates-dropdown]');
  await dates.click();
  await days.getByRole('button', { name: '10 March 2026' }).click();
  // One day alone filters nothing, and a calendar closed then leaves the dates as they were.
  await page.keyboard.press('Escape');
  await expect.poll(() => dates.textContent()).toBe('1 Mar 2026 – 31 Mar 2026');
  await dates.click();
  await days.getByRole('button', { name: '12 March 2026' }).click();
  await days.getByRole('button', { name: '10 March 2026' }).click();
  await expect.poll(() => parameter('from')).toBe('2026-03-10');
  expect(parameter('to')).toBe('2026-03-12');
  await expect.poll(() => dates.textContent()).toBe('10 Mar 2026 – 12 Mar 2026');
  await page.getByText('No withdrawal matches').waitFor();

  await dates.click();
  await days.getByRole('button', { name: 'Today' }).click();
  await expect.poll(() => parameter('from')).toBe(new Date().toISOString().slice(0, 10));
  await expect.poll(rows).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Clear the dates' }).click();
  await expect.poll(() => [parameter('from'), parameter('to')]).toEqual([null, null]);
  await expect.poll(() => dates.textContent()).toBe('All dates');
});

it('a read that fails later leaves the rows, says so, and is not repeated for ever', async () => {
  await page.goto(`${desk.url}/console/withdrawals`);
  await expect.poll(rows).toBeGreaterThan(0);
  let refused = 0;
  await page.route(/venues\/withdrawals\?.*cursor=(?!\*)/, async (route) => {
    refused += 1;
    await route.fulfill({ status: 500, json: { detail: 'The second page is lost.' } });
  });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.getByRole('alert').waitFor();
  expect(await rows()).toBeGreaterThan(0);
  await checkScreen(visitor);
  // An event of the server may have asked for it again, but no loop.
  expect(refused).toBeLessThan(6);
  await page.unroute(/venues\/withdrawals\?.*cursor=(?!\*)/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });

  await page.locator('tr[data-row]').first().click();
  await page.getByRole('heading', { level: 1, name: /^Withdrawal/ }).waitFor();
  const amount = await page.getByText(/USDT$/).first().textContent();
  await page.route(/\/withdrawals\/[\da-f-]+\?expand/, (route) =>
    route.fulfill({ status: 500, json: { detail: 'Out of order.' } }),
  );
  const id = page.url().split('/').at(-1) ?? '';
  await api('POST', `/trade/v1/venues/withdrawals/${id}/cancel`);
  await page.getByRole('alert').waitFor();
  expect(await page.getByText(amount ?? '').count()).toBeGreaterThan(0);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Cancelled').first().waitFor();
});

it('the keys stay with a row while others arrive above it, and it opens by a link', async () => {
  await page.goto(`${desk.url}/console/withdrawals`);
  await page.locator('tr[data-row]').first().waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  const active = page.locator('tr[data-active]');
  const id = await active.getAttribute('data-row');
  expect(await active.getAttribute('data-index')).toBe('1');
  await api('POST', '/trade/v1/venues/withdrawals', aWithdrawal('newest', '33'));
  await page.getByRole('link', { name: 'newest' }).waitFor();
  expect(await active.getAttribute('data-row')).toBe(id);
  expect(await active.getAttribute('data-index')).toBe('2');
  const link = active.getByRole('link');
  expect(await link.getAttribute('href')).toBe(`/console/withdrawals/${id}`);
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);

  const [tab] = await Promise.all([context.waitForEvent('page'), link.click({ button: 'middle' })]);
  await tab.waitForURL(`${desk.url}/console/withdrawals/${id}`);
  await tab.close();
  await page.keyboard.press('Enter');
  await page.waitForURL(`${desk.url}/console/withdrawals/${id}`);
});

it('a table says how many of its rows are loaded, and its file has just these', async () => {
  await page.goto(`${desk.url}/console/withdrawals`);
  await page.getByText(/^50 of \d+ rows loaded$|^50 rows loaded so far$/).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the 50 loaded rows as CSV' }).click(),
  ]);
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n');
  expect(lines).toHaveLength(51);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 2_000);
      return page.getByText(/^6\d rows$/).count();
    })
    .toBe(1);
});

it('a table far down its screen shows its first rows', async () => {
  await page.goto(`${desk.url}/console/withdrawals`);
  await page.locator('tr[data-row]').first().waitFor();
  const shown = await page.locator('[data-table]').evaluate(async (table: HTMLElement) => {
    table.style.marginTop = '2000px';
    scrollTo(0, 2000);
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return table.querySelector('tr[data-row]')?.getAttribute('data-index');
  });
  expect(shown).toBe('0');
});

it('what can be selected is named by what it is', async () => {
  const approver = await visit('anton');
  await approver.page.goto(`${desk.url}/console/approvals`);
  const box = approver.page.getByRole('checkbox', { name: /^Select 20 USDT to 0x\w+, row-0$/ });
  await expect.poll(() => box.count()).toBe(1);
  await checkScreen(approver);
});

it('the field of a list follows the address', async () => {
  await page.goto(`${desk.url}/console/destinations`);
  const field = page.getByRole('textbox', { name: 'Find' });
  await field.pressSequentially('cold ');
  await expect.poll(() => parameter('q')).toBe('cold');
  expect(await field.inputValue()).toBe('cold ');
  await page.getByRole('link', { name: 'Destinations' }).click();
  await expect.poll(() => field.inputValue()).toBe('');
  await page.goBack();
  await expect.poll(() => field.inputValue()).toBe('cold');
});

it('before what cannot be undone, the focus is on the answer that changes nothing', async () => {
  await page.goto(`${desk.url}/console/withdrawals?q=reference%3Anewest`);
  await page.getByRole('link', { name: 'newest' }).click();
  const ask = page.getByRole('button', { name: 'Cancel it' });
  await ask.focus();
  await page.keyboard.press('Enter');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toBe('Keep it');
  await page.getByRole('group', { name: /\?$/ }).waitFor();
  await checkScreen(visitor);
  await page.keyboard.press('Enter');
  await expect.poll(focused).toBe(await ask.textContent());
});

it('the end of a screen can be scrolled out from under a message', async () => {
  const { id } = await api<{ id: string }>(
    'POST',
    '/trade/v1/venues/withdrawals',
    aWithdrawal('cancelled', '44'),
  );
  await page.setViewportSize({ width: 390, height: 640 });
  await page.goto(`${desk.url}/console/withdrawals/${id}`);
  await page.getByRole('button', { name: 'Cancel it' }).click();
  await page.getByRole('button', { name: 'Cancel the withdrawal' }).click();
  const message = page.locator('[data-message]');
  await message.waitFor();
  await page.getByText('Cancelled').first().waitFor();
  const ends = () =>
    page.evaluate(() => {
      scrollTo(0, document.documentElement.scrollHeight);
      const parts = [...document.querySelectorAll('main > :not([role=status])')];
      return Math.max(...parts.map((part) => part.getBoundingClientRect().bottom));
    });
  await expect.poll(ends).toBeLessThanOrEqual((await message.boundingBox())?.y ?? 0);
  await page.setViewportSize({ width: 1360, height: 900 });
});

it('a screen that fails does so inside the frame, where it can be tried again', async () => {
  await page.route('**/trade/v1/policies', (route) => route.fulfill({ json: { active: 7 } }));
  await page.goto(`${desk.url}/console/policies`);
  const retry = page.getByRole('button', { name: 'Try again' });
  await retry.waitFor();
  expect(await page.getByRole('link', { name: 'Overview' }).count()).toBe(1);
  await page.unrouteAll();
  await retry.click();
  await page.getByRole('heading', { level: 1, name: 'Policies' }).waitFor();
});

it('a tab that nobody uses signs nobody out while another is used, and the address waits at the sign-in', async () => {
  await context.clock.install();
  const address = '/withdrawals?q=status%3ACANCELLED';
  await page.goto(`${desk.url}/console/`);
  const other = await context.newPage();
  await other.goto(`${desk.url}/console${address}`);
  const heading = other.getByRole('heading', { level: 1, name: 'Withdrawals' });
  await heading.waitFor();
  await context.clock.fastForward(20 * MINUTE_MS);
  await page.bringToFront();
  await page.mouse.move(200, 200);
  await page.mouse.move(210, 210);
  await context.clock.fastForward(20 * MINUTE_MS);
  expect((await context.request.get(`${desk.url}/auth/session`)).status()).toBe(200);
  expect(await heading.count()).toBe(1);

  await context.clock.fastForward(31 * MINUTE_MS);
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(other.url()).searchParams.get('next')).toBe(address);
});
