import { readFileSync } from 'node:fs';
import { Big } from 'big.js';
import { readSheet } from 'read-excel-file/node';
import type { Request } from 'playwright-core';
import { expect, it } from 'vitest';
import { choose } from '../testing/confirm.ts';
import { checkScreen } from '../testing/gates.ts';
import { openDesk } from '../testing/open.ts';
import { partnerOf } from '../testing/partner-api.ts';
import { addPartner, daysAgo } from '../testing/program.ts';

type Query = Readonly<Record<string, string | readonly string[]>>;
type Row = Readonly<Record<string, unknown>>;

const YEAR = { date_from: daysAgo(365), date_to: daysAgo(0) };
const MONTH = { date_from: daysAgo(31), date_to: daysAgo(0) };

const { desk, visit } = await openDesk('partner,worker');
const visitor = await visit('paula');
const { page } = visitor;
const api = partnerOf(visitor, desk.partnerUrl);

const addressOf = (name: string, query: Query): string => {
  const search = Object.entries(query).map(
    ([key, value]) =>
      `${key}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  );
  return `${desk.partnerUrl}/console/reports/${name}?${search.join('&')}`;
};

/** The totals on the screen, by their names. */
async function totalsShown(): Promise<Record<string, string>> {
  await page.locator('[data-total="count"]').waitFor();
  return Object.fromEntries(
    await page
      .locator('[data-total]')
      .evaluateAll((all) => all.map((each) => [each.getAttribute('data-total') ?? '', each.textContent])),
  );
}

/** A total as a person would write it down: digits in groups, days in words. */
function written(value: unknown): string {
  if (value === null) return '—';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.join(', ') || '—';
  const text = typeof value === 'number' ? String(value) : (value as string);
  // The screen shows times to the second.
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text.replace(/\.\d{3}Z$/, '.000Z') || '—';
  const [whole = '', fraction] = text.split('.');
  const grouped = BigInt(whole).toLocaleString('en');
  return `${whole.startsWith('-0') ? '-' : ''}${grouped}${fraction === undefined ? '' : `.${fraction}`}`;
}

const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });
const countryName = (code: string): string => (code === '' ? '' : (COUNTRIES.of(code) ?? ''));

const moment = (text: string): unknown => (/\d{4}.*UTC$/.test(text) ? new Date(text).toISOString() : text);

async function download(name: string): Promise<{ path: string; name: string }> {
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: `Download all rows as ${name}` }).click();
  const file = await started;
  return { path: await file.path(), name: file.suggestedFilename() };
}

/** A cell without the zeros at its end that a number does not have. */
const digitsOf = (cell: unknown): unknown =>
  typeof cell === 'number' || typeof cell === 'string' ? new Big(cell).toFixed() : cell;

interface Asked {
  page(position: object): Promise<object>;
  csv(): Promise<ReadableStream<Uint8Array>>;
}

const ask = (name: string, { cohort, compensation_id: id, ...query }: Query): Asked => {
  const { reports } = api;
  const asked = query as never;
  switch (name) {
    case 'performance':
      return reports.performance(asked);
    case 'ib_performance':
      return reports.ibPerformance(asked);
    case 'advanced_tqi':
      return reports.trafficQuality(String(cohort), asked);
    case 'subpartners':
      return reports.subpartners(asked);
    case 'clients':
      return reports.clients(asked);
    case 'client_accounts':
      return reports.clientAccounts(asked);
    case 'symbols':
      return reports.symbols(asked);
    case 'second_level_accounts':
      return reports.secondLevelAccounts(asked);
    case 'second_level_rewards':
      return reports.secondLevelRewards(asked);
    case 'orders':
      return reports.clientTransactions(asked);
    case 'shared_accounts':
      return reports.sharedAccounts(asked);
    case 'progress_reward':
      return reports.progressRewards();
    case 'progress_reward_detail':
      return reports.progressRewardDetail(String(id), asked);
    default:
      return reports.creditedRewards(asked);
  }
};

const cohort = daysAgo(31).slice(0, 7);

it.each<[string, Query]>([
  ['performance', YEAR],
  ['performance', { ...YEAR, group_by: ['month', 'country'], ordering: ['-reward_usd'] }],
  ['performance', { ...YEAR, group_by: ['client_platform'], country: ['ID', 'VN'] }],
  ['ib_performance', { ...YEAR, group_by: ['week'] }],
  [
    'ib_performance',
    { ...YEAR, group_by: ['partner_code', 'country'], ordering: ['country', '-click_count'] },
  ],
  ['advanced_tqi', { cohort }],
  [
    'advanced_tqi',
    { cohort, group_by: ['country'], ordering: ['-roi'], filtered_share: 'true', platform: ['web'] },
  ],
  ['second_level_accounts', { ordering: ['-reward_usd'] }],
  ['second_level_rewards', { reward_usd_from: '0.5', ordering: ['-reward_usd'] }],
  ['orders', MONTH],
  ['orders', { ...MONTH, ordering: ['-volume_lots', 'symbol'] }],
  ['shared_accounts', {}],
  ['shared_accounts', { reg_date_from: '2001-01-01', ordering: ['-agent_commission_usd'] }],
  ['progress_reward', {}],
  ['progress_reward_detail', { compensation_id: '1', ordering: ['-progress_reward_amount_usd'] }],
  ['rewards', { ordering: ['-reward_usd'] }],
  [
    'rewards',
    { reward_date_from: daysAgo(60), reward_date_to: daysAgo(5), currency: ['USD'], volume_lots_from: '0.1' },
  ],
])('%s by %j shows the totals of the API, and downloads its CSV', async (name, query) => {
  const report = ask(name, query);
  const { totals, meta, data } = (await report.page({ limit: 50 })) as {
    totals?: Row;
    meta?: Row;
    data: readonly Row[];
  };
  const expected = totals ?? meta ?? {};
  expect(Number(expected['count'])).toBeGreaterThan(0);
  await page.goto(addressOf(name, query));
  const shown = await totalsShown();
  expect(Object.fromEntries(Object.entries(shown).map(([key, text]) => [key, moment(text)]))).toEqual(
    Object.fromEntries(Object.entries(expected).map(([key, value]) => [key, written(value)])),
  );
  await page.locator('tr[data-row="0"]').waitFor();
  // With the headings.
  expect(await page.locator('table[aria-rowcount]').getAttribute('aria-rowcount')).toBe(
    String(Number(expected['count']) + 1),
  );
  expect(data.length).toBeGreaterThan(0);
  const file = readFileSync((await download('CSV')).path, 'utf8');
  expect(file).toBe(await new Response(await report.csv()).text());
});

/** A cell as the API has its value: without digits in groups, and with days and moments as such. */
function readCell(text: string, type: string): string {
  if (text === '—') return '';
  if (type === 'date') return new Date(`${text} UTC`).toISOString().slice(0, 10);
  // A moment that stands for a day is shown as one.
  if (type === 'date-time') return new Date(text.endsWith('UTC') ? text : `${text} UTC`).toISOString();
  return text.replaceAll(/(?<=\d),(?=\d{3})/g, '');
}

it('every report of the catalogue is in the list, and opens with the rows and totals of the API', async () => {
  const { data } = await api.reports.list();
  await page.goto(`${desk.partnerUrl}/console/reports`);
  await page.locator('[data-report="performance"]').waitFor();
  const listed = await page
    .locator('[data-report]')
    .evaluateAll((all) => all.map((each) => each.getAttribute('data-report')));
  expect(listed).toEqual(data.map(({ name }) => name));
  await checkScreen(visitor);
  for (const { name, grouping, dimensions, measures, most_days: mostDays } of data) {
    const groups = grouping?.default ?? [];
    const fields = [
      ...(grouping === null ? dimensions : dimensions.filter((field) => groups.includes(field.name))),
      ...measures,
    ].filter(({ type }) => type !== 'array' && type !== 'object');
    const query: Query = {
      ...(['performance', 'ib_performance', 'symbols'].includes(name) && YEAR),
      ...(mostDays !== null && MONTH),
      ...(name === 'advanced_tqi' && { cohort }),
      ...(name === 'progress_reward_detail' && { compensation_id: '1' }),
    };
    await page.goto(addressOf(name, { ...query, columns: fields.map((field) => field.name) }));
    const {
      totals,
      meta,
      data: rows,
    } = (await ask(name, query).page({ limit: 5 })) as {
      totals?: Row;
      meta?: Row;
      data: readonly Row[];
    };
    expect({ name, hasRows: rows.length > 0 }).toEqual({ name, hasRows: true });
    const { count } = await totalsShown();
    expect({ name, count }).toEqual({ name, count: written((totals ?? meta)?.['count']) });
    await page.locator('tr[data-row="0"]').waitFor();
    const shown = await page
      .locator('tr[data-row]')
      .evaluateAll(
        (all, most) =>
          all.slice(0, most).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
        rows.length,
      );
    const ordered = [
      ...groups.flatMap((group) => fields.find((field) => field.name === group) ?? []),
      ...fields.filter((field) => !groups.includes(field.name)),
    ];
    const cells = shown.map((row) => ordered.map(({ type }, place) => readCell(row[place] ?? '', type)));
    expect({ name, cells }).toEqual({
      name,
      cells: rows.map((row) =>
        ordered.map((field) => {
          const values = row['group_fields'] as readonly string[] | undefined;
          const place = values === undefined ? -1 : groups.indexOf(field.name);
          const value = (place < 0 ? row[field.name] : values?.[place]) as string | number | boolean | null;
          // A flag that is sent as text, like any other flag.
          if (value === true || (field.name === 'is_eligible_country' && value === 'true')) return 'Yes';
          if (value === false || (field.name === 'is_eligible_country' && value === 'false')) return 'No';
          const text = String(value ?? '');
          if (/^(?!is_)(.*_)?country$/.test(field.name)) return countryName(text);
          return field.type === 'date-time' ? text.replace(/\.\d{3}Z$/, '.000Z') : text;
        }),
      ),
    });
  }
});

it('the table has the rows of the API, in the order of the header that was clicked', async () => {
  const query = { ...YEAR, group_by: ['country'] };
  await page.goto(addressOf('performance', query));
  await page.getByRole('button', { name: 'Reward USD' }).click();
  await expect.poll(() => page.url()).toContain('-reward_usd');
  const { data } = await api.reports
    .performance({ ...(query as object), ordering: ['-reward_usd'] })
    .page({ limit: 50 });
  const cells = (label: string) => page.locator(`tr[data-row] td[data-label="${label}"]`).allTextContents();
  await expect.poll(() => cells('Reward USD')).toEqual(data.map((row) => written(row.reward_usd)));
  expect(await cells('Country')).toEqual(
    data.map(({ group_fields: [country = ''] }) => countryName(country) || '—'),
  );
  expect(await page.locator('th[aria-sort="descending"]').textContent()).toBe('Reward USD');
  await checkScreen(visitor);
});

it('a choice of the chart stays when a header is clicked, and groups cannot be hidden', async () => {
  await page.goto(addressOf('performance', { ...YEAR, group_by: ['country'] }));
  await choose(page, 'Chart', 'Clicks');
  await expect.poll(() => page.url()).toContain('chart=click_count');
  await page.getByRole('button', { name: 'Reward USD' }).click();
  await expect.poll(() => page.url()).toContain('-reward_usd');
  expect(page.url()).toContain('chart=click_count');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Country', exact: true }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Country', exact: true }).isDisabled()).toBe(true);
  expect(await page.getByRole('checkbox', { name: 'Clicks' }).isDisabled()).toBe(false);
});

it('rows are grouped and ordered by the controls', async () => {
  await page.goto(addressOf('performance', { ...YEAR, group_by: ['month'] }));
  await choose(page, 'Group by', 'Country');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Filters' }).click();
  await choose(page, 'Order by', 'Clicks, descending');
  const query = {
    ...YEAR,
    group_by: ['month' as const, 'country' as const],
    ordering: ['-click_count' as const],
  };
  const { data } = await api.reports.performance(query).page({ limit: 10 });
  const cells = async (label: string) =>
    (await page.locator(`tr[data-row] td[data-label="${label}"]`).allTextContents()).slice(0, 10);
  await expect.poll(() => cells('Clicks')).toEqual(data.map((row) => written(row.click_count)));
  expect(await cells('Country')).toEqual(
    data.map(({ group_fields: [, country = ''] }) => countryName(country) || '—'),
  );
});

it('a preset counts by its days; those that a report refuses are not offered', async () => {
  const dates = page.getByTitle('Dates, in UTC');
  const preset = () => new URL(page.url()).searchParams.get('date_period');
  await page.goto(addressOf('orders', {}));
  await dates.click();
  await page.getByRole('button', { name: 'Last 7 days' }).waitFor();
  const offered = await page.getByRole('button', { name: /^(Last|This) / }).allTextContents();
  expect(offered.length).toBeGreaterThan(1);
  for (const name of offered) {
    const before = preset();
    if (!(await page.getByRole('button', { name }).isVisible())) await dates.click();
    await page.getByRole('button', { name }).click();
    await expect.poll(preset).not.toBe(before);
    await page.locator('[data-total="count"], [role="alert"]').first().waitFor();
    expect({ name, alerts: await page.getByRole('alert').count() }).toEqual({ name, alerts: 0 });
  }
  await page.goto(addressOf('performance', {}));
  await dates.click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect.poll(preset).toBe('7d');
  const totals = await api.reports.performance({ date_from: daysAgo(6), date_to: daysAgo(0) }).totals();
  await expect.poll(async () => (await totalsShown())['click_count']).toBe(written(totals.click_count));
});

it('a typed filter keeps the focus, and flags and descriptions are plain', async () => {
  await page.goto(addressOf('second_level_rewards', {}));
  await page.getByRole('button', { name: 'Filters' }).click();
  const field = page.getByRole('textbox', { name: 'Reward USD from' });
  await field.fill('0.5');
  await field.press('Enter');
  await page.getByText('Reward USD from: 0.5').waitFor();
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: 'Remove the filter Reward USD from' }).click();
  await page.getByRole('button', { name: 'Filters' }).click();
  expect(await field.inputValue()).toBe('');

  await page.goto(addressOf('advanced_tqi', { cohort, filtered_share: 'true' }));
  await page.getByText('Filtered share: Yes').waitFor();
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByText('Whether quals_share is of the filtered rows').waitFor();
});

/** Lets requests miss what they ask for, so that the server refuses them, until the result is called. */
async function refuse(isRefused: (url: URL) => boolean): Promise<() => Promise<void>> {
  await page.route(isRefused, (route) => {
    const url = new URL(route.request().url());
    url.pathname += 'nothing';
    return route.continue({ url: url.href });
  });
  return () => page.unroute(isRefused);
}

it('a read that fails is said with a way to try again, and what was read stays', async () => {
  const alert = page.getByRole('alert');
  const again = page.getByRole('button', { name: 'Try again' });

  let allow = await refuse(
    ({ pathname }) => /progress.?reward/.test(pathname) && pathname.startsWith('/api'),
  );
  await page.goto(addressOf('progress_reward_detail', {}));
  await alert.waitFor();
  expect(await page.getByText('No progress reward yet').count()).toBe(0);
  await checkScreen(visitor);
  await allow();
  await again.click();
  await totalsShown();

  // The chart shows the ten largest groups.
  allow = await refuse(({ searchParams }) => searchParams.get('limit') === '10');
  await page.goto(addressOf('performance', { ...YEAR, group_by: ['country'] }));
  await alert.waitFor();
  await page.locator('tr[data-row="0"]').waitFor();
  await allow();
  await again.click();
  await page.getByRole('combobox', { name: 'Chart' }).waitFor();

  allow = await refuse(({ searchParams }) => searchParams.get('offset') === '50');
  await page.goto(addressOf('orders', MONTH));
  await page.locator('tr[data-row="0"]').waitFor();
  await page.keyboard.press('End');
  await alert.waitFor();
  expect(await page.locator('tr[data-row]').count()).toBeGreaterThan(0);
  await allow();
  await again.click();
  await page.locator('tr[data-row="50"]').waitFor({ state: 'attached' });

  allow = await refuse(({ pathname }) => pathname === '/api/partner/campaigns/');
  await page.goto(`${desk.partnerUrl}/console/links/new`);
  await alert.waitFor();
  await allow();
  await again.click();
  await alert.waitFor({ state: 'detached' });
  const [campaign] = (await api.links.campaigns()).campaigns;
  await choose(page, 'Campaign', campaign?.title ?? '');
});

const isFile = (request: Request): boolean => request.headers()['accept'] === 'text/csv';

/** Lets the browser read slowly meanwhile, so that a file takes a while. */
async function slowly(work: () => Promise<void>): Promise<void> {
  const devtools = await visitor.context.newCDPSession(page);
  const limit = (downloadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput,
      uploadThroughput: -1,
    });
  await devtools.send('Network.enable');
  await limit(5_000);
  await work();
  // The session stays: the end of any takes the passkey device of the page with it.
  await limit(-1);
}

it('a download says how far it is, and ends with its button or when the screen is left', async () => {
  // From the list, so that the way back to it loads nothing.
  await page.goto(`${desk.partnerUrl}/console/reports`);
  await page.locator('[data-report="orders"]').getByRole('link').click();
  await page.locator('tr[data-row="0"]').waitFor();
  const count = (await totalsShown())['count'] ?? '';
  const progress = page.getByText(new RegExp(`^CSV: [\\d,]+ of ${count} rows$`));
  const start = async () => {
    await page.getByRole('button', { name: 'Download all rows as CSV' }).click();
    await progress.waitFor();
  };
  const isEnded = () => page.waitForEvent('requestfailed', isFile);
  await slowly(async () => {
    await start();
    const cancelled = isEnded();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await cancelled;
    await progress.waitFor({ state: 'detached' });
    expect(await page.getByRole('alert').count()).toBe(0);
    await start();
    const left = isEnded();
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await left;
  });
  // The partner's only place for files is free.
  expect((await new Response(await api.reports.symbols(YEAR).csv()).text()).length).toBeGreaterThan(0);
});

it('a filter completes the values that occur, and narrows totals and rows', async () => {
  await page.goto(addressOf('performance', { ...YEAR, group_by: ['month'] }));
  await page.getByRole('button', { name: 'Filters' }).click();
  const field = page.getByRole('combobox', { name: 'Client platform' });
  await field.fill('e');
  const { values } = await api.reports.values('performance', {
    field: 'client_platform',
    search: 'e',
    ...YEAR,
  });
  const [platform = ''] = values;
  await expect.poll(() => page.getByRole('option').allTextContents()).toEqual(values);
  await page.getByRole('option', { name: platform, exact: true }).click();
  await page.keyboard.press('Escape');
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  const totals = await api.reports
    .performance({ ...YEAR, group_by: ['month'], client_platform: [platform] })
    .totals();
  await expect.poll(async () => (await totalsShown())['reward_usd']).toBe(written(totals.reward_usd));
  await page.getByRole('button', { name: 'Remove the filter Client platform' }).click();
  const all = await api.reports.performance({ ...YEAR, group_by: ['month'] }).totals();
  await expect.poll(async () => (await totalsShown())['reward_usd']).toBe(written(all.reward_usd));
});

it('a filter finds the rows that have no value', async () => {
  const query = { ...YEAR, group_by: ['month' as const] };
  await page.goto(addressOf('performance', query));
  await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('combobox', { name: 'UTM medium' }).click();
  await page.getByRole('option', { name: 'No value', exact: true }).click();
  await page.keyboard.press('Escape');
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText('UTM medium: No value', { exact: true }).waitFor();
  const none = await api.reports.performance({ ...query, utm_medium: [''] }).totals();
  const all = await api.reports.performance(query).totals();
  expect(none.count).toBeGreaterThan(0);
  expect(none.click_count).toBeLessThan(all.click_count);
  await expect.poll(async () => (await totalsShown())['click_count']).toBe(written(none.click_count));
  await page.reload();
  await expect.poll(async () => (await totalsShown())['click_count']).toBe(written(none.click_count));
});

it('columns that were chosen are kept on the device and in the address', async () => {
  await page.goto(addressOf('orders', MONTH));
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'Symbol' }).uncheck();
  await checkScreen(visitor);
  expect(new URL(page.url()).searchParams.get('columns')).not.toContain('symbol');
  await page.goto(addressOf('orders', MONTH));
  await page.locator('tr[data-row="0"]').waitFor();
  const headers = await page.locator('th').allTextContents();
  expect(headers).toContain('Order');
  expect(headers).not.toContain('Symbol');
});

it('a refusal of the server names the field and keeps the controls', async () => {
  await page.goto(addressOf('orders', { date_from: daysAgo(90), date_to: daysAgo(0) }));
  const alert = page.getByRole('alert');
  await alert.waitFor();
  const said = await alert.textContent();
  expect(said).toContain('To must be at most 32 days from “From”, both included');
  expect(said).toContain('Trace id');
  expect(said).not.toContain('date_');
  await page.getByRole('button', { name: 'Filters' }).waitFor();
  await page.goto(`${desk.partnerUrl}/console/reports/nothing`);
  await page.getByText('There is no such report').waitFor();
  await checkScreen(visitor);
});

it('what is no day is said and stays as it is, and the calendar opens', async () => {
  await page.goto(addressOf('clients', { reg_date_from: 'x', reg_date_to: 'y', trade_fn_from: 'yesterday' }));
  const alert = page.getByRole('alert');
  await alert.waitFor();
  await page.getByText('Registered: x to y', { exact: true }).waitFor();
  await page.getByText('First trade: from yesterday', { exact: true }).waitFor();
  await checkScreen(visitor);
  await page.getByTitle('Dates, in UTC').click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('reg_date_period')).toBe('7d');
  await page.getByRole('button', { name: 'Remove the filter First trade' }).click();
  await alert.waitFor({ state: 'detached' });
});

it('a period without an end has the totals of the API, and a chart', async () => {
  const query = { date_from: YEAR.date_from, date_to: '9999-12-31', group_by: ['month' as const] };
  const { reward_usd: reward } = await api.reports.performance(query).totals();
  await page.goto(addressOf('performance', query));
  await page.getByRole('img', { name: 'Reward USD by month' }).waitFor();
  expect((await totalsShown())['reward_usd']).toBe(written(reward));
  expect(await page.getByRole('checkbox', { name: 'Compare with the days before' }).count()).toBe(0);
});

it('parameters of the address that a report does not have are named', async () => {
  const left = page.getByRole('note').filter({ hasText: 'The address also has' });
  await page.goto(addressOf('orders', { ...MONTH, campaign_title: 'Gold', columns: ['gone'] }));
  await left.getByText('campaign_title').waitFor();
  // None of its columns is known, so others are shown.
  await page.locator('tr[data-row="0"] td[data-label="Order"]').waitFor();
  await checkScreen(visitor);
  await page.goto(addressOf('progress_reward', { ordering: ['compensation_amount'] }));
  await left.getByText('ordering').waitFor();
  await page.locator('tr[data-row="0"]').waitFor();
  expect(await page.getByRole('columnheader').getByRole('button').count()).toBe(0);
  await page.goto(addressOf('performance', { group_by: ['day', 'day'], ordering: ['nothing'] }));
  await page.getByRole('alert').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Performance' }).waitFor();
  await page.goto(addressOf('orders', MONTH));
  await page.locator('tr[data-row="0"]').waitFor();
  expect(await left.count()).toBe(0);
});

it('a value with a comma is one value: in a filter, in the address and as a line of the chart', async () => {
  const manager = await visit('milan');
  const program = partnerOf(manager, desk.partnerUrl);
  const { uid, account } = await addPartner(program, 'comma');
  const title = 'Spring, "2024"';
  const [campaign, link] = ['comma-campaign', 'comma-second'];
  await program.facts.send('campaigns', [{ campaign_code: campaign, title }]);
  await program.partners.createLink(uid, {
    link_code: link,
    partner_account: account,
    campaign_code: campaign,
  });
  const clicks = [link, link, 'comma-link'].map((code, number) => ({
    click_id: `comma-${number}`,
    link_code: code,
    clicked_at: `${daysAgo(2)}T09:15:00Z`,
  }));
  await program.facts.send('clicks', clicks);

  const { page: shown } = manager;
  const count = () => shown.locator('[data-total="click_count"]').textContent({ timeout: 30_000 });
  await shown.goto(`${addressOf('performance', { ...YEAR, group_by: ['month'] })}&as=${uid}`);
  await expect.poll(count).toBe('3');
  await shown.getByRole('button', { name: 'Filters' }).click();
  await shown.getByRole('combobox', { name: 'Campaign title' }).click();
  await shown.getByRole('option', { name: title, exact: true }).click();
  await shown.keyboard.press('Escape');
  await shown.getByRole('button', { name: 'Close', exact: true }).click();
  await shown.getByText(`Campaign title: ${title}`, { exact: true }).waitFor();
  await expect.poll(count).toBe('2');
  await shown.reload();
  await expect.poll(count).toBe('2');

  const groups = { group_by: ['month', 'campaign_title'], chart: 'click_count' };
  await shown.goto(`${addressOf('performance', { ...YEAR, ...groups })}&as=${uid}`);
  const lines = shown.getByRole('list', { name: 'Lines of the chart' }).getByRole('listitem');
  await expect.poll(() => lines.count()).toBe(2);
  const drawn = await lines.evaluateAll((all) =>
    all.map((each) => [each.getAttribute('data-line'), each.getAttribute('data-value')]),
  );
  expect(drawn).toEqual([
    [`is ${title}`, '2'],
    ['is ', '1'],
  ]);
  await checkScreen(manager);
});

it('all countries can be chosen, however many there are', async () => {
  const asked = page.waitForRequest((request) => request.url().includes('/values/?field=country'));
  await page.goto(addressOf('performance', { ...YEAR, group_by: ['country'] }));
  await page.getByRole('button', { name: 'Filters' }).click();
  expect(Number(new URL((await asked).url()).searchParams.get('limit'))).toBeGreaterThan(300);
});

it('a month is asked for when all of its year is typed', async () => {
  await page.goto(addressOf('advanced_tqi', { cohort }));
  await page.locator('tr[data-row="0"]').waitFor();
  const asked = new Set<string>();
  const note = (request: Request) => asked.add(new URL(request.url()).pathname);
  page.on('request', note);
  const field = page.getByLabel('Month of the registrations');
  for (const typed of ['0002-03', '0020-03', '0202-03']) await field.fill(typed);
  const earlier = daysAgo(62).slice(0, 7);
  await field.fill(earlier);
  await expect.poll(() => new URL(page.url()).searchParams.get('cohort')).toBe(earlier);
  await page.locator('tr[data-row="0"]').waitFor();
  page.off('request', note);
  expect([...asked].filter((path) => path.includes('advanced_tqi'))).toEqual([
    `/api/reports/cpa/advanced_tqi/${earlier}/`,
  ]);
});

/** Lets pages say another number of rows than there are. */
async function countAs(count: number, isMeant: (url: URL) => boolean): Promise<() => Promise<void>> {
  await page.route(isMeant, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(/"count":\d+/, `"count":${count}`);
    await route.fulfill({ response, body });
  });
  return () => page.unroute(isMeant);
}

it('a note says that new data arrived while a person reads on', async () => {
  const stop = await countAs(999_999, ({ searchParams }) => Number(searchParams.get('offset')) > 0);
  await page.goto(addressOf('orders', MONTH));
  await page.locator('tr[data-row="0"]').waitFor();
  const told = page.getByRole('note').filter({ hasText: 'Data arrived while you read on' });
  expect(await told.count()).toBe(0);
  await page.keyboard.press('End');
  await told.waitFor();
  await checkScreen(visitor);
  await stop();
});

it('a chart that would lack the end of its period is not drawn', async () => {
  const stop = await countAs(1_001, ({ searchParams }) => searchParams.get('limit') === '1000');
  const room = page.getByText('A chart has room for 1,000 points.');
  for (const groups of [['month'], ['month', 'country']]) {
    await page.goto(addressOf('performance', { ...YEAR, group_by: groups }));
    await room.waitFor();
    expect(await page.getByRole('img', { name: /^Reward USD by month/ }).count()).toBe(0);
  }
  await checkScreen(visitor);
  await stop();
});

it('a workbook has the rows of the API, every digit, real dates, and the period in its name', async () => {
  await page.goto(addressOf('orders', MONTH));
  await page.locator('tr[data-row="0"]').waitFor();
  const file = await download('XLSX');
  expect(file.name).toBe(`orders_${MONTH.date_from}_${MONTH.date_to}.xlsx`);
  const [names = [], ...rows] = await readSheet(file.path);
  const orders: Row[] = [];
  for await (const row of api.reports.clientTransactions(MONTH).rows()) orders.push(row);
  expect(orders.length).toBeGreaterThan(50);
  expect(rows).toHaveLength(orders.length);
  const column = (name: string) => rows.map((row) => row[names.indexOf(name)]);
  for (const name of ['volume_lots', 'reward_usd', 'open_spread']) {
    expect(column(name).map(digitsOf)).toEqual(orders.map(({ [name]: value }) => digitsOf(value)));
  }
  for (const name of ['open_date', 'close_date', 'date']) {
    const moments = column(name).map((cell) => (cell instanceof Date ? cell.getTime() : Number.NaN));
    // A spreadsheet counts days in binary fractions, which hold a moment to the millisecond.
    const apart = orders.map(({ [name]: value }, place) =>
      Math.abs((moments[place] ?? Number.NaN) - Date.parse(String(value))),
    );
    expect(apart.every((ms) => ms <= 1)).toBe(true);
  }
  expect(column('order_id')).toEqual(orders.map(({ order_id: id }) => id));
});

it('a workbook of groups has their names beside exact sums that add up to the totals', async () => {
  const query = { ...YEAR, group_by: ['month' as const, 'country' as const] };
  await page.goto(addressOf('performance', query));
  await page.locator('tr[data-row="0"]').waitFor();
  const { path } = await download('XLSX');
  const [names = [], ...rows] = await readSheet(path);
  const expected: Row[] = [];
  for await (const row of api.reports.performance(query).rows()) expected.push({ ...row });
  const totals = await api.reports.performance(query).totals();
  expect(names.slice(0, 2)).toEqual(['month', 'country']);
  expect(rows).toHaveLength(totals.count);
  const column = (name: string) => rows.map((row) => row[names.indexOf(name)]);
  expect(column('month').map((month, place) => [month, column('country')[place] ?? ''])).toEqual(
    expected.map(({ group_fields: groups }) => groups),
  );
  expect(column('reward_usd').map(digitsOf)).toEqual(
    expected.map(({ reward_usd: reward }) => digitsOf(reward)),
  );
  const clicks = column('click_count').map(Number);
  expect(clicks.reduce((sum, each) => sum + each, 0)).toBe(totals.click_count);
});

async function signInAgain(): Promise<void> {
  await page.getByRole('button', { name: /^paula/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

it('a saved view survives sign-out and sign-in, and another person does not see it', async () => {
  const query = { ...YEAR, group_by: ['country'], ordering: ['-reward_usd'], country: ['ID', 'VN', 'TH'] };
  await page.goto(addressOf('performance', query));
  const before = await totalsShown();
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Asia by country');
  await page.getByRole('button', { name: 'Save what is shown' }).click();
  await page.locator('[data-view="Asia by country"]').getByText('Shown now').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Asia by country');
  await page.getByRole('button', { name: 'Save what is shown' }).click();
  await page.getByText(/There is a saved view 'Asia by country'/).waitFor();
  await checkScreen(visitor);
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  await signInAgain();
  await page.getByRole('link', { name: 'Reports' }).click();
  await page.getByRole('link', { name: /^Asia by country/ }).click();
  await page.getByRole('heading', { level: 1, name: 'Performance' }).waitFor();
  expect(await totalsShown()).toEqual(before);
  expect(JSON.parse(new URL(page.url()).searchParams.get('country') ?? '')).toEqual(query.country);

  const other = await visit('mara');
  expect((await partnerOf(other, desk.partnerUrl).views.list()).views).toEqual([]);
  await other.page.goto(`${addressOf('performance', query)}&as=demo-partner`);
  await other.page.locator('[data-total="count"]').waitFor();
  expect(await other.page.locator('[data-total="reward_usd"]').textContent()).toBe(before['reward_usd']);
  await other.page.getByRole('button', { name: 'Saved views' }).click();
  await other.page.getByText('You look at another partner').waitFor();
  expect(await other.page.getByRole('button', { name: 'Save what is shown' }).count()).toBe(0);

  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('button', { name: 'Remove the view' }).click();
  await page.getByText('None yet.').waitFor();
});

it("another partner's compensation is not found", async () => {
  await page.goto(addressOf('progress_reward_detail', { compensation_id: '2' }));
  await expect.poll(() => page.getByRole('alert').textContent()).toContain('There is no compensation 2.');
});
