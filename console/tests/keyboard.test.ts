import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { aWithdrawal } from './testing/api.ts';
import { checkScreen } from './testing/gates.ts';
import { openDesk } from './testing/open.ts';

const SCREENS = [
  ['', 'Overview'],
  ['approvals', 'Approvals'],
  ['withdrawals', 'Withdrawals'],
  ['conversions', 'Conversions'],
  ['market', 'Market'],
  ['exports', 'Exports'],
  ['webhooks', 'Webhooks'],
  ['venues', 'Venues'],
  ['policies', 'Policies'],
  ['destinations', 'Destinations'],
  ['audit', 'Audit'],
  ['people', 'People'],
  ['clients', 'Clients'],
  ['jobs', 'Jobs'],
] as const;
const WITH_FILTER = [
  'withdrawals',
  'conversions',
  'market',
  'destinations',
  'audit',
  'people',
  'clients',
  'jobs',
];
const WITH_ROWS = [
  '',
  'approvals',
  'withdrawals',
  'conversions',
  'exports',
  'webhooks',
  'venues',
  'audit',
  'people',
  'clients',
];

const { desk, api, visit } = await openDesk();
const visitor = await visit('anton');
for (const amount of ['20', '21']) {
  await api('POST', '/trade/v1/venues/withdrawals', aWithdrawal(`row-${amount}`, amount));
  await api('POST', '/trade/v1/conversions', {
    reference: `row-${amount}`,
    from: { asset: 'USDT', amount },
    to: { asset: 'BTC' },
  });
  await api('POST', '/trade/v1/exports?type=withdrawal', {
    from: '2026-01-01T00:00:00Z',
    query: `amount:${amount}`,
  });
  await api('POST', '/notification/v1/destinations', {
    url: `http://127.0.0.1:9/${amount}`,
    events: ['withdrawal.created'],
  });
}

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
    // Balances are ordered anew while their rates arrive.
    await expect.poll(() => table.getByText('…', { exact: true }).count()).toBe(0);
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await expect.poll(active).toEqual(['1']);
    await page.keyboard.press('k');
    await expect.poll(active).toEqual(['0']);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('button', { name: /^Download the .*rows? .*CSV$/ })
        .first()
        .click(),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    const headers = await table.getByRole('columnheader').allTextContents();
    expect(lines[0]).toBe(headers.join(','));
    expect(lines.length - 1).toBeGreaterThanOrEqual(await table.locator('tr[data-row]').count());
  },
);

it('an address without a screen is shown in the frame, with a way on', async () => {
  const { page } = visitor;
  await open('no-such-page');
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('There is no such page');
  await checkScreen(visitor);
  await page.getByRole('link', { name: 'Go to the overview' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
});

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
