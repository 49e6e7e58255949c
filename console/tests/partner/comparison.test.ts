import { readFileSync } from 'node:fs';
import { Big } from 'big.js';
import { expect, it } from 'vitest';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { partnerOf } from '../testing/partner-api.ts';
import { daysAgo } from '../testing/program.ts';

const NOW = { date_from: daysAgo(27), date_to: daysAgo(0) };
const BEFORE = { date_from: daysAgo(55), date_to: daysAgo(28) };
const YEAR = { date_from: daysAgo(364), date_to: daysAgo(0) };
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

const { desk, visit } = await openDesk('partner,worker');
const visitor = await visit('paula');
const { page } = visitor;
const api = partnerOf(visitor, desk.partnerUrl);

const addressOf = (query: Readonly<Record<string, string | readonly string[]>>): string => {
  const search = Object.entries(query).map(
    ([key, value]) =>
      `${key}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  return `${desk.partnerUrl}/console/reports/performance?${search.join('&')}`;
};

const performance = (query: object) => api.reports.performance(query).page({ limit: 1000 });

/** What stands below a figure of the rows in view: that of the period before. */
const beforeIn = (label: string): Promise<string[]> =>
  page
    .locator(`tr[data-row] td[data-label="${label}"] [data-before]`)
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-before') ?? ''));

/** The rows in view begin with what is expected of all rows. */
async function expectBefore(label: string, expected: readonly string[]): Promise<void> {
  await expect.poll(async () => (await beforeIn(label)).length).toBeGreaterThan(0);
  await expect
    .poll(async () => {
      const shown = await beforeIn(label);
      return shown.every((text, place) => plain(text) === plain(expected[place] ?? 'none'));
    })
    .toBe(true);
}

/** A decimal without zeros at its end. */
const plain = (text: string): string => (/^-?[\d.]+$/.test(text) ? new Big(text).toFixed() : text);

const dayBefore = (day: string | undefined): string =>
  new Date(Date.parse(day ?? '') - 28 * 86_400_000).toISOString().slice(0, 10);

/** Without the headings. */
const rowCount = async (): Promise<number> =>
  Number(await page.locator('table[aria-rowcount]').getAttribute('aria-rowcount')) - 1;

it('figures are compared with as many days before, in the totals and row by row, and Back ends it', async () => {
  const query = { group_by: ['country' as const], ordering: ['-reward_usd' as const] };
  const [now, before] = [await performance({ ...query, ...NOW }), await performance({ ...query, ...BEFORE })];
  await page.goto(addressOf({ ...query, ...NOW }));
  await page.locator('tr[data-row="0"]').waitFor();
  const compare = page.getByRole('checkbox', { name: 'Compare with the days before' });
  await compare.check();
  await expect.poll(() => new URL(page.url()).searchParams.get('compare')).toBe('previous');

  const clicks = page.locator('[data-total-before="click_count"]');
  await clicks.waitFor();
  expect(await clicks.locator('[data-before]').getAttribute('data-before')).toBe(
    String(before.totals.click_count),
  );
  const growth = new Big(now.totals.click_count - before.totals.click_count)
    .times(100)
    .div(before.totals.click_count)
    .toFixed(1);
  expect(await clicks.locator('[data-change]').textContent()).toBe(
    `${growth.startsWith('-') ? `−${growth.slice(1)}` : `+${growth}`} %`,
  );
  const earlier = new Map(before.data.map((row) => [row.group_fields[0], row]));
  const of = (read: (row: (typeof before.data)[number]) => string | number) =>
    now.data.map(({ group_fields: [country] }) => {
      const row = earlier.get(country);
      return row === undefined ? '' : String(read(row));
    });
  await expectBefore(
    'Clicks',
    of(({ click_count: count }) => count),
  );
  await expectBefore(
    'Reward USD',
    of(({ reward_usd: reward }) => reward),
  );
  await checkScreen(visitor);
  await page.goBack();
  await expect.poll(() => compare.isChecked()).toBe(false);
  expect(await page.locator('[data-total-before]').count()).toBe(0);
});

it('days are compared with the days before them, as a second line of the chart', async () => {
  const { data } = await performance({ ...BEFORE, group_by: ['day'] });
  const earlier = new Map(data.map((row) => [row.group_fields[0], row.click_count]));
  const now = await performance({ ...NOW, group_by: ['day'] });
  await page.goto(addressOf({ ...NOW, group_by: ['day'], compare: 'previous' }));
  await page.getByRole('img', { name: 'Reward USD by day, and in the days before' }).waitFor();
  expect(await page.getByRole('list', { name: 'Lines of the chart' }).getByRole('listitem').count()).toBe(2);
  const expected = now.data.map(({ group_fields: [day] }) => String(earlier.get(dayBefore(day)) ?? ''));
  await expectBefore('Clicks', expected);
  await checkScreen(visitor);
});

it('what has nothing before it shows no change', async () => {
  const [first] = (await performance({ date_from: '2001-01-01', date_to: daysAgo(0), group_by: ['day'] }))
    .data;
  const start = first?.group_fields[0] ?? '';
  const end = new Date(Date.parse(start) + 6 * 86_400_000).toISOString().slice(0, 10);
  await page.goto(addressOf({ date_from: start, date_to: end, group_by: ['day'], compare: 'previous' }));
  await page.locator('[data-total-before="click_count"]').waitFor();
  expect(await page.locator('[data-total-before] [data-change]').count()).toBe(0);
  await expect.poll(async () => new Set(await beforeIn('Clicks'))).toEqual(new Set(['']));
  expect(await page.locator('tr[data-row] [data-change]').count()).toBe(0);
});

it('a second group is drawn as lines of the largest, and with the others they add up to the total', async () => {
  const query = { ...YEAR, group_by: ['month' as const, 'country' as const] };
  const totals = await api.reports.performance(query).totals();
  const largest = await api.reports
    .performance({ ...YEAR, group_by: ['country'], ordering: ['-reward_usd'] })
    .page({ limit: 4 });
  await page.goto(addressOf(query));
  await page.getByRole('img', { name: 'Reward USD by month and country' }).waitFor();
  const lines = page.getByRole('list', { name: 'Lines of the chart' }).getByRole('listitem');
  await expect.poll(() => lines.count()).toBe(5);
  const shown = await lines.evaluateAll((all) =>
    all.map((each) => [each.getAttribute('data-line'), each.getAttribute('data-value')] as const),
  );
  expect(shown.slice(0, 4).map(([key]) => key)).toEqual(
    largest.data.map(({ group_fields: [country] }) => `is ${country}`),
  );
  for (const [place, { reward_usd: reward }] of largest.data.entries()) {
    expect(new Big(shown[place]?.[1] ?? '').eq(reward)).toBe(true);
  }
  const sum = shown.reduce((all, [, value]) => all.plus(value ?? ''), new Big(0));
  expect(sum.toFixed()).toBe(new Big(totals.reward_usd).toFixed());
  await lines.getByText('Others').waitFor();
  await checkScreen(visitor);

  await page.goto(addressOf({ ...YEAR, group_by: ['country', 'client_platform'] }));
  const bars = page.getByRole('list', { name: 'Largest reward usd by country and client platform' });
  await bars.waitFor();
  const parts = await bars
    .locator('li [title]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('title') ?? ''));
  const drawn = parts.reduce((all, value) => all.plus(value), new Big(0));
  expect(drawn.toFixed()).toBe(new Big(totals.reward_usd).toFixed());
});

it('rows of zeros are hidden and counted, and the totals stay', async () => {
  const query = { ...NOW, group_by: ['country' as const], columns: ['first_deposit_count'] };
  const { data, totals } = await performance({ ...NOW, group_by: ['country'] });
  const zeros = data.filter(({ first_deposit_count: count }) => count === 0).length;
  expect(zeros).toBeGreaterThan(0);
  expect(zeros).toBeLessThan(data.length);
  await page.goto(addressOf(query));
  await page.locator('tr[data-row="0"]').waitFor();
  expect(await rowCount()).toBe(data.length);
  await page.getByRole('checkbox', { name: 'Hide zeros' }).check();
  await expect.poll(rowCount).toBe(data.length - zeros);
  await page.getByText(`${zeros} loaded row`).waitFor();
  expect(await page.locator('[data-total="count"]').textContent()).toBe(String(totals.count));
  await checkScreen(visitor);
  await page.goBack();
  await expect.poll(rowCount).toBe(data.length);
});

const isClients = ({ pathname }: URL): boolean => pathname === '/api/reports/clients/';

it('of rows of zeros some hundreds are read, and as many more when a person asks', async () => {
  const sums = { accounts_count: 0, volume_lots: 0, volume_mln_usd: 0, reward_usd: 0 };
  const [client] = (await api.reports.clients().page({ limit: 1 })).data;
  let read = 0;
  await page.route(isClients, (route) => {
    const rows = Number(new URL(route.request().url()).searchParams.get('limit'));
    read += rows;
    const data = Array.from({ length: rows }, () => ({ ...client, ...sums }));
    return route.fulfill({ json: { data, totals: { count: 1_000_000, ...sums } } });
  });
  await page.goto(`${desk.partnerUrl}/console/reports/clients?zeros=hidden`);
  const more = page.getByRole('button', { name: 'Look further' });
  await more.waitFor();
  expect(read).toBe(500);
  await page.getByText('500 loaded rows are hidden').waitFor();
  await checkScreen(visitor);
  await more.click();
  await page.getByText('1,000 loaded rows are hidden').waitFor();
  await more.waitFor();
  expect(read).toBe(1_000);
  await page.unroute(isClients);
});

it('countries have names, with their codes on hover and in files, and are found by either', async () => {
  const query = { ...YEAR, group_by: ['country' as const], ordering: ['-reward_usd' as const] };
  const { data } = await performance(query);
  await page.goto(addressOf(query));
  await page.locator('tr[data-row="0"]').waitFor();
  const cells = page.locator('tr[data-row] td[data-label="Country"] [title]');
  const known = data.flatMap(({ group_fields: [code = ''] }) => (code === '' ? [] : [code]));
  const shown = await cells.evaluateAll((all) =>
    all.map((each) => [each.getAttribute('title'), each.textContent]),
  );
  expect(shown.length).toBeGreaterThan(0);
  expect(shown).toEqual(known.slice(0, shown.length).map((code) => [code, COUNTRIES.of(code)]));

  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all rows as CSV' }).click();
  const file = await started;
  expect(file.suggestedFilename()).toBe(`performance_${YEAR.date_from}_${YEAR.date_to}.csv`);
  const lines = readFileSync(await file.path(), 'utf8')
    .trim()
    .split('\r\n')
    .slice(1);
  expect(lines.map((line) => line.split(',')[0])).toEqual(data.map(({ group_fields: [code] }) => code));

  const [code = ''] = known;
  const name = COUNTRIES.of(code) ?? '';
  await page.getByRole('button', { name: 'Filters' }).click();
  const field = page.getByRole('combobox', { name: 'Country' });
  for (const typed of [code.toLowerCase(), name.slice(0, 4)]) {
    await field.fill(typed);
    await page.getByRole('option', { name, exact: true }).waitFor();
  }
  await page.getByRole('option', { name, exact: true }).click();
  await page.keyboard.press('Escape');
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText(`Country: ${name}`, { exact: true }).waitFor();
  await expect.poll(rowCount).toBe(1);
});

it('a saved view keeps what is compared and hidden', async () => {
  await page.goto(
    addressOf({ group_by: ['country'], date_period: '28d', compare: 'previous', zeros: 'hidden' }),
  );
  await page.locator('[data-total-before="click_count"]').waitFor();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Against the weeks before');
  await page.getByRole('button', { name: 'Save what is shown' }).click();
  await page.locator('[data-view="Against the weeks before"]').getByText('Shown now').waitFor();
  await page.goto(`${desk.partnerUrl}/console/reports`);
  await page.getByRole('link', { name: /^Against the weeks before/ }).click();
  await page.locator('[data-total-before="click_count"]').waitFor();
  expect(await page.getByRole('checkbox', { name: 'Hide zeros' }).isChecked()).toBe(true);
});
