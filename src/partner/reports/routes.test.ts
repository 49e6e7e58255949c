import { getEventListeners, once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { readSheet } from 'read-excel-file/node';
import { Type } from 'typebox';
import { describe, expect, test, vi } from 'vitest';
import { noFieldErrors, valueChecker, type Actor } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { readState } from '../facts/store/index.ts';
import { put } from '../testing/facts.ts';
import { order } from '../testing/program.ts';
import { REPORTS } from './declarations/index.ts';
import { anyOf, readAsk, type Report, type Scope } from './query/index.ts';
import { readPage } from './reading/index.ts';
import { createReportResources } from './resources/index.ts';
import { reportEndpoint, reportEndpoints } from './routes.ts';
import { spelled } from './testing/spelled.ts';
import { contextFor, NOW, openWorld } from './testing/world.ts';
import { partnerAccount, randomWorld } from './testing/random-world.ts';
import { effort } from '../../testing/effort.ts';
import { inject } from '../../testing/inject.ts';

const facts = await openWorld(randomWorld(7));
/** For tests that change what is there. */
const changing = await openWorld(randomWorld(8));

const ROOM = { places: 2, perKey: 2 };
const ONE = { places: 1, perKey: 1 };
const PAGES = { quick: ROOM, slow: ROOM };
const MEMORY_BYTES = 2 ** 20;
const LIMITS = { fileTimeoutMs: 600_000, blockTimeoutMs: 60_000, cacheBytes: 0 };
const RESOURCES = createReportResources({ pages: PAGES, files: ROOM, ...LIMITS });

/** The token is the partner. */
const authenticate = (token: string | undefined): Actor => ({
  kind: 'client',
  id: token ?? '',
  tenant: 'acme',
  scopes: new Set(['reports:view']),
  partnerUid: token === 'nobody' ? undefined : token,
});

const serve = (endpoints = reportEndpoints(facts, MEMORY_BYTES), requestTimeoutMs = 10_000) =>
  frame(endpoints, {
    authenticate,
    clock: { now: () => NOW },
    limits: { bodyBytes: 1024, requestTimeoutMs, readsPerMinute: 10_000, writesPerMinute: 10 },
  });

const app = serve();

const PATHS: Readonly<Record<string, string>> = { ':cohort': '2024-02', ':compensation_id': '500' };
const pathOf = ({ path }: Report): string => path.replaceAll(/:\w+/g, (name) => PATHS[name] ?? '');
/** Somebody to whom the report has something to tell. */
const askerOf = ({ reach }: Report): string => (reach === 'shared' ? 'P1' : 'P0');

async function get(url: string, headers: Record<string, string> = {}, service = app) {
  return inject(service, { url, headers: { authorization: 'P0', ...headers } });
}

const NAMES_OF_PERFORMANCE = 'day, -day, week, -week';

test.each([
  [
    'an unknown filter',
    'performance/?colour=red',
    { colour: /^is not known here; known: group_by, date_from/ },
  ],
  [
    'an unknown name',
    'performance/?ordering=colour',
    { 'ordering.0': new RegExp(`^must be one of ${NAMES_OF_PERFORMANCE}`) },
  ],
  [
    'a name that rows are not grouped by',
    'performance/?ordering=-country',
    { ordering: /^country is not among group_by$/ },
  ],
  ['a bad date', 'performance/?date_from=2024-02-30', { date_from: /^must be a date such as 2026-01-31$/ }],
  ['a date in another form', 'orders/?date_to=01.03.2024', { date_to: /^must be a date such as/ }],
  [
    'a reversed period',
    'performance/?date_from=2024-03-02&date_to=2024-03-01',
    { date_from: /^must not be after date_to, 2024-03-01$/ },
  ],
  [
    'a period that begins after today',
    'performance/?date_from=2024-06-02',
    { date_from: /^must not be after date_to, 2024-06-01$/ },
  ],
  [
    '33 days',
    'orders/?date_from=2024-03-01&date_to=2024-04-02',
    { date_to: /^must be at most 32 days from date_from, both included: 2024-04-01 or before$/ },
  ],
  [
    '3 groups of IB performance',
    'ib/performance/?group_by=day,country,track1',
    { group_by: /^must have at most 2 items$/ },
  ],
  [
    '4 groups of performance',
    'performance/?group_by=day,country,referrer,year',
    { group_by: /^must have at most 3 items$/ },
  ],
  ['the same group twice', 'performance/?group_by=day,day', { group_by: /duplicate/ }],
  ['an unknown group', 'performance/?group_by=track1', { 'group_by.0': /^must be one of day, week/ }],
  ['an unknown format', 'rewards/?format=xml', { format: /^must be one of json, csv, xlsx$/ }],
  ['no rows', 'rewards/?limit=0', { limit: /^must be at least 1$/ }],
  ['too many rows', 'rewards/?limit=1001', { limit: /^must be at most 1000$/ }],
  ['a negative offset', 'rewards/?offset=-1', { offset: /^must be at least 0$/ }],
  [
    'an offset before the first position',
    'cpa/advanced_tqi/2024-02/?offset=0',
    { offset: /^must be at least 1$/ },
  ],
  ['a malformed cohort', 'cpa/advanced_tqi/2024-13/', { cohort: /^must be a month such as 2024-03$/ }],
  ['a malformed compensation', 'progress_reward/x/detailed/', { compensation_id: /^must be an integer$/ }],
  ['an empty value', 'rewards/?country=PT,', { 'country.1': /^must not be empty$/ }],
  [
    'an order that is neither a ticket nor one on a server',
    'orders/?order_id=real-1',
    { 'order_id.0': /^must be <server>:<ticket> such as real-1:123456, or the ticket alone$/ },
  ],
  [
    'reversed amounts',
    'rewards/?commission_from=10&commission_to=9.5',
    { commission_from: /^must not be more than commission_to$/ },
  ],
  [
    'reversed days',
    'rewards/?reward_date_from=2024-03-02&reward_date_to=2024-03-01',
    { reward_date_from: /^must not be more than reward_date_to$/ },
  ],
  [
    'an amount with an exponent',
    'rewards/?volume_lots_from=1e3',
    { volume_lots_from: /^must be a number in plain notation such as 12.5$/ },
  ],
  [
    'an unknown order',
    'progress_reward/?ordering=tier',
    { 'ordering.0': /^must be one of compensation_id, / },
  ],
  [
    'a filter given twice that is no list',
    'rewards/?reward_order=1&reward_order=2',
    { reward_order: /^must be given only once$/ },
  ],
  [
    'all that does not fit together',
    'performance/?ordering=-country&date_from=2024-03-02&date_to=2024-03-01',
    { ordering: /^country is not among group_by$/, date_from: /^must not be after date_to/ },
  ],
  [
    'what is malformed beside what does not fit together',
    'rewards/?limit=0&commission_from=10&commission_to=9&reward_date_from=x&reward_date_to=2024-03-01',
    {
      reward_date_from: /^must be a date such as/,
      limit: /^must be at least 1$/,
      commission_from: /^must not be more than commission_to$/,
    },
  ],
  [
    'too many values',
    `rewards/?country=${'PT,'.repeat(100)}ES`,
    { country: /^must have at most 100 items$/ },
  ],
  ['a value that is too long', `rewards/?currency=${'x'.repeat(257)}`, { 'currency.0': /256/ }],
  ['an offset beyond all counting', 'rewards/?offset=2147483648', { offset: /^must be at most 2147483647$/ }],
  [
    'an option that is neither',
    'cpa/advanced_tqi/2024-02/?filtered_share=1',
    { filtered_share: /^must be a boolean$/ },
  ],
])('%s is refused by name', async (_what, path, expected) => {
  const answer = await get(`/api/reports/${path}`);
  expect(answer.statusCode).toBe(400);
  const { code, errors } = answer.json<{ code: string; errors: Record<string, string[]> }>();
  expect(code).toBe('validation_failed');
  expect(Object.keys(errors)).toEqual(Object.keys(expected));
  for (const [name, pattern] of Object.entries(expected)) expect(errors[name]?.[0]).toMatch(pattern);
});

test.each([
  [
    'a cohort in which nothing happened',
    '/api/reports/cpa/advanced_tqi/2031-01/',
    'There is no cohort 2031-01',
  ],
  [
    'a cohort before all facts',
    '/api/reports/cpa/advanced_tqi/1999-12/?country=PT',
    'There is no cohort 1999-12',
  ],
  [
    'a compensation that does not exist',
    '/api/reports/progress_reward/999/detailed/',
    'There is no compensation 999.',
  ],
  [
    'a compensation of the largest number that facts accept',
    '/api/reports/progress_reward/9007199254740991/detailed/',
    'There is no compensation 9007199254740991.',
  ],
  [
    "another partner's compensation",
    '/api/reports/progress_reward/501/detailed/',
    'There is no compensation 501.',
  ],
])('%s is not found', async (_what, path, detail) => {
  for (const headers of [{}, { accept: 'text/csv' }, { 'if-none-match': '*' }]) {
    const answer = await get(path, headers);
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      404,
      expect.stringContaining(detail),
    ]);
  }
});

test('a credential without a partner is refused', async () => {
  const answer = await get('/api/reports/rewards/', { authorization: 'nobody' });
  expect(answer.statusCode).toBe(403);
});

test.each(effort(REPORTS.slice(0, 4), REPORTS))(
  '$name answers with and without the slash, in the keys and types that are declared',
  async (report) => {
    const path = pathOf(report);
    const query = report.period && !report.period.mostDays ? '?date_from=2024-01-01' : '';
    const headers = { authorization: askerOf(report) };
    const [withSlash, without] = await Promise.all(
      [path, path.slice(0, -1)].map((either) => get(`${either}${query}`, headers)),
    );
    if (!withSlash || !without) throw new Error('Both have to be answered.');
    expect(withSlash.statusCode).toBe(200);
    expect(without.body).toBe(withSlash.body);
    const answer = withSlash.json<Record<string, object>>();
    const { data = [], ...rest } = answer;
    expect(Object.keys(rest)).toEqual([report.totals.name]);
    expect(data).not.toEqual([]);
    for (const row of data as object[]) expect(Object.keys(row)).toEqual(Object.keys(report.fields));
    expect(Object.keys(rest[report.totals.name] ?? {})).toEqual(Object.keys(report.totals.fields));
    const errors = noFieldErrors();
    valueChecker(reportEndpoint(report, facts, RESOURCES).answers[200]?.schema ?? Type.Never())(
      answer,
      errors,
    );
    expect(errors).toEqual({});
    expect(withSlash.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      vary: 'accept',
    });
  },
);

test('an order is found by its id alone, however long ago it was closed, unless dates are given', async () => {
  const [known] = await facts.database.query<{ id: string; closed: Date }>(`
    select server || ':' || ticket as id, closed_at as closed from orders
    where trial is not true and partner_no = (select partner_no from partners where partner_uid = 'P0')
    order by closed_at limit 1`);
  const found = async (query: string) => {
    const { data } = (await get(`/api/reports/orders/?order_id=${known?.id}${query}`)).json<{
      data: { order_id: string }[];
    }>();
    return data.map(({ order_id }) => order_id);
  };
  expect(String(known?.closed.toISOString()) < '2024-03').toBe(true);
  expect(await found('')).toEqual([known?.id]);
  expect(await found('&date_from=2024-05-01')).toEqual([]);
});

test('an order is found by its number alone, unless two servers have it: then 422 names both', async () => {
  const [one] = await changing.database.query<{ server: string; number: string; client_account: string }>(`
    select server, cast(ticket as varchar) as number, client_account from orders
    where trial is not true and partner_no = (select partner_no from partners where partner_uid = 'P0')
    order by ticket limit 1`);
  const { server = '', number = '', client_account = '' } = one ?? {};
  const service = serve(reportEndpoints(changing, 0));
  const ask = (id: string) => get(`/api/reports/orders/?order_id=${id}`, {}, service);
  const [first, second] = [`${server}:${number}`, `other:${number}`];
  expect((await ask(number)).body).toBe((await ask(first)).body);

  const twin = order(Number(number), { server: 'other', client_account });
  await put(contextFor(changing), 'orders', twin);
  const refused = await ask(number);
  expect(refused.statusCode).toBe(422);
  expect(refused.json()).toMatchObject({
    errors: {
      order_id: [`${number} is on several servers: write ${[first, second].toSorted().join(' or ')}`],
    },
  });
  expect((await ask(`${first},${second}`)).json()).toMatchObject({ totals: { count: 2 } });
  await service.close();
});

const days = (from: string, to: string) => `/api/reports/orders/?${from}=2024-04-01&${to}=2024-04-20`;

test('the days of rewards may be given by either name, but not by both', async () => {
  const { body } = await get(days('date_from', 'date_to'));
  expect(JSON.parse(body)).toMatchObject({ totals: { count: expect.any(Number) as number } });
  expect((await get(days('reward_date_from', 'reward_date_to'))).body).toBe(body);
  const twice = await get(`${days('reward_date_from', 'reward_date_to')}&date_from=2024-04-01`);
  expect([twice.statusCode, twice.json<{ errors: object }>().errors]).toEqual([
    400,
    { reward_date_from: ['is another name of date_from; give only one of them'] },
  ]);
  const long = await get('/api/reports/orders/?reward_date_from=2024-01-01&reward_date_to=2024-04-01');
  expect(Object.keys(long.json<{ errors: object }>().errors)).toEqual(['reward_date_to']);
});

interface RewardTotals {
  readonly reward: number | null;
  readonly currency: string[];
}

const rewardTotals = async (query: string) =>
  (await get(`/api/reports/rewards/${query}`)).json<{ totals: RewardTotals }>().totals;

test('rewards of one currency have a sum, of several none', async () => {
  const { currency, reward } = await rewardTotals('');
  expect([currency.length > 1, reward]).toEqual([true, null]);
  const one = await rewardTotals(`?currency=${currency[0]}`);
  expect([one.currency, typeof one.reward]).toEqual([[currency[0]], 'number']);
  expect((await rewardTotals(`?currency=${currency.join(',')}`)).currency).toEqual(currency);
});

async function countries(query: string) {
  const path = `/api/reports/performance/?date_from=2024-01-01&group_by=country${query}`;
  const { data } = (await get(path)).json<{ data: { group_fields: string[] }[] }>();
  return data.map(({ group_fields: [country] }) => country);
}

test('an empty value selects the group without one', async () => {
  expect(await countries('')).toContain('');
  expect(await countries('&country=')).toEqual(['']);
  expect(await countries('&country=PT,')).toEqual(['', 'PT']);
});

test('the reports are listed with what they can be asked', async () => {
  const { data } = (await get('/api/reports')).json<{
    data: {
      name: string;
      path: string;
      dimensions: { name: string }[];
      measures: { name: string }[];
      filters: { name: string }[];
      orderings: string[];
      most_days: number | null;
    }[];
  }>();
  expect(data.map(({ name }) => name)).toEqual(REPORTS.map(({ name }) => name));
  const shared = data.find(({ name }) => name === 'shared_accounts');
  expect(shared?.path).toBe('/api/v3/reports/clients/shared/');
  expect(shared?.filters).toHaveLength(12 + 1 + 4);
  expect(shared?.orderings).toHaveLength(9);
  expect(shared?.most_days).toBeNull();
  expect(data.find(({ name }) => name === 'orders')?.most_days).toBe(32);
  const namesOf = (report: string, part: 'dimensions' | 'measures') =>
    data
      .find(({ name }) => name === report)
      ?.[part].map(({ name }) => name)
      .join(' ');
  expect(namesOf('shared_accounts', 'measures')).toBe('volume_lots volume_mln_usd agent_commission_usd');
  expect(namesOf('ib_performance', 'measures')).toMatch(/^click_count .* reward_usd$/);
  expect(namesOf('advanced_tqi', 'dimensions')).toBe('country media_source platform');
  expect(namesOf('advanced_tqi', 'measures')).toMatch(/^roi .* fraud_rate_reg .* FTD_conversion_rate /);
  expect(namesOf('progress_reward_detail', 'dimensions')).toBe(
    'id client_account account_type reward_date order_id',
  );
});

const can = (can_filter: boolean, can_group: boolean, can_order: boolean) => ({
  can_filter,
  can_group,
  can_order,
});

test('the list says of each field and parameter its type, unit, values and what it can do', async () => {
  const { data } = (await get('/api/reports')).json<{
    data: ({ name: string; grouping: unknown } & Record<
      'dimensions' | 'measures' | 'filters' | 'path_parameters',
      { name: string }[]
    >)[];
  }>();
  const entry = (report: string) => data.find(({ name }) => name === report);
  const field = (report: string, part: 'dimensions' | 'measures' | 'filters', of: string) =>
    entry(report)?.[part].find(({ name }) => name === of);
  expect(field('performance', 'dimensions', 'country')).toMatchObject({
    type: 'string',
    unit: null,
    ...can(true, true, true),
  });
  expect(field('performance', 'dimensions', 'day')).toMatchObject({
    type: 'date',
    ...can(false, true, true),
  });
  expect(field('performance', 'measures', 'roi')).toMatchObject({
    type: 'number',
    is_nullable: true,
    unit: 'fraction',
    ...can(false, false, true),
  });
  expect(field('advanced_tqi', 'measures', 'roi')).toMatchObject({ type: 'integer', unit: '%' });
  expect(field('rewards', 'measures', 'volume_mln_usd')).toMatchObject({ unit: 'mln USD' });
  expect(field('rewards', 'filters', 'commission_from')).toMatchObject({ type: 'number', is_list: false });
  expect(field('rewards', 'filters', 'country')).toMatchObject({
    type: 'string',
    is_list: true,
    most: 100,
    values: null,
    has_known_values: true,
    can_be_empty: false,
  });
  expect(field('performance', 'filters', 'country')).toMatchObject({ can_be_empty: true });
  expect(field('orders', 'filters', 'order_id')).toMatchObject({ can_be_empty: false });
  expect(field('rewards', 'filters', 'reward_date_from')).toMatchObject({
    type: 'date',
    has_known_values: false,
  });
  expect(field('rewards', 'filters', 'format')).toMatchObject({ values: ['json', 'csv', 'xlsx'] });
  expect(entry('performance')?.grouping).toEqual({ most: 3, default: ['day'] });
  expect(entry('rewards')?.grouping).toBeNull();
  expect(entry('progress_reward_detail')?.path_parameters).toMatchObject([
    { name: 'compensation_id', type: 'integer', is_list: false },
  ]);
});

test('an unchanged report costs 304 until the facts change, another partner or another question is another tag', async () => {
  const service = serve(reportEndpoints(changing, MEMORY_BYTES));
  const path = '/api/reports/orders/';
  const first = await get(path, {}, service);
  const { etag = '' } = first.headers;
  const { asOf } = await readState(changing.database);
  expect(first.headers['x-as-of']).toBe(asOf?.toISOString());
  const again = await get(path, { 'if-none-match': `"other", W/${etag}` }, service);
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
  const tags = await Promise.all([
    get(path, { authorization: 'P1' }, service),
    get(`${path}?limit=1`, {}, service),
    get(path, { accept: 'text/csv' }, service),
  ]);
  expect(new Set([etag, ...tags.map(({ headers }) => headers.etag)])).toHaveLength(4);

  await put(contextFor(changing), 'rates', { currency: 'CHF', rate_date: '2024-01-01', per_usd: '0.8' });
  expect((await get(path, { 'if-none-match': etag }, service)).statusCode).toBe(200);
});

test('an answer from a store without facts is as of the present', async () => {
  await changing.database.write((session) => session.run('update fact_state set as_of = null'));
  const { headers } = await get('/api/reports/orders/', {}, serve(reportEndpoints(changing, 0)));
  expect(headers['x-as-of']).toBe(NOW.toISOString());
});

test('a page that is asked for again is not read again, until facts change or another partner asks', async () => {
  const service = serve(reportEndpoints(changing, MEMORY_BYTES));
  const queries = vi.spyOn(changing.database, 'query');
  const pagesRead = () => queries.mock.calls.filter(([sql]) => sql.includes('is_on_page')).length;
  const page = async (partner: string, asked = service) =>
    (await get('/api/reports/performance/?date_from=2024-01-01', { authorization: partner }, asked)).body;
  const first = await page('P0');
  expect([await page('P0'), pagesRead()]).toEqual([first, 1]);
  const other = await page('P1');
  expect(other).not.toBe(first);
  expect(other).toBe(await page('P1', serve(reportEndpoints(changing, 0))));
  await put(contextFor(changing), 'impressions', {
    impression_id: 'many',
    link_code: 'L0',
    shown_on: '2024-02-01',
    impression_count: 1,
  });
  expect(await page('P0')).not.toBe(first);
  queries.mockRestore();
});

test('a new name of an account changes the tag as well', async () => {
  const service = serve(reportEndpoints(changing, MEMORY_BYTES));
  const tag = async () => (await get('/api/reports/rewards/', {}, service)).headers.etag;
  const before = await tag();
  const change = `update renamed_accounts set account_name = 'Other' where partner_account = '${partnerAccount(0)}'`;
  await changing.database.write((session) => session.run(change));
  expect(await tag()).not.toBe(before);
});

/** A row of JSON as CSV has it: lists and parts have cells of their own, notifications share one. */
function cellsOf(row: Record<string, unknown>): [string, string][] {
  return Object.entries(row).flatMap(([name, value]): [string, string][] => {
    if (name === 'group_fields') return [['day', (value as string[]).join()]];
    if (name === 'fraud_details') return cellsOf(value as Record<string, unknown>);
    if (name === 'notifications')
      return [[name, (value as { name: string }[]).map((note) => note.name).join(' ')]];
    return [[name, String((value as string | number | null) ?? '')]];
  });
}

test.each(effort(REPORTS.slice(0, 4), REPORTS))(
  '$name as CSV holds all matching rows in the same order',
  async (report) => {
    const authorization = askerOf(report);
    const path = pathOf(report);
    const all = (await get(`${path}?limit=1000`, { authorization })).json<{
      data: Record<string, unknown>[];
    }>();
    const { body, headers } = await get(`${path}?limit=1`, { authorization, accept: 'text/csv' });
    const byFormat = await get(`${path}?limit=1&format=csv`, { authorization, accept: 'application/json' });
    expect([byFormat.body, byFormat.headers.etag]).toEqual([body, headers.etag]);
    const json = await get(`${path}?format=json`, { authorization, accept: 'text/csv' });
    expect(json.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="${report.name}.csv"`,
    });
    const [names, ...lines] = body.split('\r\n').map((line) => line.split(','));
    const expected = all.data.map(cellsOf);
    expect(names).toEqual(expected[0]?.map(([name]) => name));
    expect(lines).toEqual([...expected.map((cells) => cells.map(([, cell]) => cell)), ['']]);
  },
);

test.each(effort(REPORTS.slice(0, 4), REPORTS))(
  '$name as XLSX has the cells of the CSV, as numbers and days where they are',
  async (report) => {
    const authorization = askerOf(report);
    const path = pathOf(report);
    const csv = await get(`${path}?format=csv`, { authorization });
    const file = await get(`${path}?format=xlsx&limit=1`, { authorization });
    const accept = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    expect(file.headers).toMatchObject({
      'content-type': accept,
      'content-disposition': `attachment; filename="${report.name}.xlsx"`,
    });
    const byAccept = await get(`${path}?limit=1`, { authorization, accept });
    expect(byAccept.headers.etag).toBe(file.headers.etag);
    expect(file.headers.etag).not.toBe(csv.headers.etag);
    const lines = (await readSheet(file.rawPayload)).map((line) => line.map(asCsv));
    const wanted = csv.body
      .split('\r\n')
      .slice(0, -1)
      .map((line) => line.split(',').map(asPlain));
    expect(lines).toEqual(wanted);
  },
);

/** What a workbook has of a moment, a day, a number or a text. */
function asCsv(cell: unknown): string {
  if (cell === null) return '';
  if (cell instanceof Date) return toSecond(cell);
  return asPlain(typeof cell === 'string' ? cell : JSON.stringify(cell));
}

function asPlain(text: string): string {
  if (/T.*Z$/.test(text)) return toSecond(new Date(text));
  // A number has no zeros at its end.
  return /^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text;
}

/** The reader cuts the fraction of a day where a spreadsheet rounds it. Midnight and its day are the same to both. */
const toSecond = (moment: Date): string =>
  new Date(Math.round(moment.getTime() / 1000) * 1000).toISOString().replace('T00:00:00.000Z', '');

test('no cell of a CSV can be taken for a formula', async () => {
  const words = [
    '=1+1',
    '＝1+1',
    '+1',
    '-1',
    '@a',
    '\tb',
    'plain',
    'a,b',
    'say "hi"',
    '-cmd',
    'a\nb',
    'a\rb',
  ];
  const rows = words.map((word) => `select '${word}' as word`).join(' union all ');
  const service = serve([reportEndpoint(spelled(rows), facts, RESOURCES)]);
  const { body } = await get('/api/reports/spelled/', { accept: 'text/csv' }, service);
  expect(body.split('\r\n').slice(1, -1).toSorted()).toEqual(
    [
      "'=1+1",
      "'＝1+1",
      "'+1",
      "'-1",
      "'@a",
      "'\tb",
      'plain',
      '"a,b"',
      '"say ""hi"""',
      "'-cmd",
      '"a\nb"',
      '"a\rb"',
    ].toSorted(),
  );
});

test('a filter finds a value with a comma when it stands in quotes', async () => {
  const rows = `select unnest(['a,b', 'a', 'say "hi", b', 'c']) as word`;
  const report = { ...spelled(rows), filters: { word: anyOf('word', 'Only these.', 'a') } };
  const service = serve([reportEndpoint(report, facts, RESOURCES)]);
  const found = async (...values: string[]) => {
    const query = values.map((value) => `word=${encodeURIComponent(value)}`).join('&');
    const { data } = (await get(`/api/reports/spelled/?${query}`, {}, service)).json<{
      data: { word: string }[];
    }>();
    return data.map(({ word }) => word);
  };
  expect(await found('a,b')).toEqual(['a']);
  expect(await found('"a,b",c')).toEqual(['a,b', 'c']);
  expect(await found('"say ""hi"", b"', 'c')).toEqual(['c', 'say "hi", b']);
});

test('whatever text is asked for is looked for as it is', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom("it's", "x' or '1'='1", '$1', '--', '\\')),
      async (word) => {
        const report = {
          ...spelled(''),
          source: ({ bind }: Scope) => `select ${bind(word)} as word union all select ${bind(`${word}x`)}`,
          filters: { word: anyOf('word', 'Only these.', 'a') },
        };
        const ask = readAsk(report, { word: [word] }, undefined, NOW);
        const owner = { partnerUid: 'P0', partnerNo: 1 };
        const { view } = await facts.engine.state();
        const page = await readPage(contextFor(facts), { report, ask, owner, view });
        expect(JSON.parse(page)).toMatchObject({ data: [{ word }], totals: { count: 1 } });
      },
    ),
    { numRuns: 50 },
  );
});

/** As many rows with a number. */
const numbers = (count: number): string => `(select unnest(range(${count})) as i)`;
const endless: Report = {
  ...spelled(''),
  source: ({ from }) => {
    const relations = ['a', 'b', 'c', 'd', 'e'].map((alias) => `${from('orders')} ${alias}`);
    return `select a.symbol || e.symbol as word from ${relations.join(', ')}`;
  },
};

test.each(['application/json', 'text/csv'])(
  'a report that takes too long is stopped, and the answer says so (%s)',
  async (accept) => {
    const resources = createReportResources({ pages: { quick: ONE, slow: ONE }, files: ONE, ...LIMITS });
    const quick = { ...spelled("select 'a' as word"), path: '/api/reports/quick/' };
    const service = serve(
      [reportEndpoint(endless, facts, resources), reportEndpoint(quick, facts, resources)],
      300,
    );
    const answer = await get('/api/reports/spelled/', { accept }, service);
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      504,
      'No answer within 0.3 s.',
    ]);
    // Its place and its connection are free again.
    const other = serve([reportEndpoint(quick, facts, resources)]);
    expect((await get('/api/reports/quick/', { accept }, other)).statusCode).toBe(200);
  },
);

test('a report whose caller goes away gives its place to the next', async () => {
  const resources = createReportResources({ pages: { quick: ONE, slow: ONE }, files: ROOM, ...LIMITS });
  const quick = { ...spelled("select 'a' as word"), path: '/api/reports/quick/' };
  const service = serve([reportEndpoint(endless, facts, resources), reportEndpoint(quick, facts, resources)]);
  await service.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write('GET /api/reports/spelled/ HTTP/1.1\r\nhost: x\r\nauthorization: P0\r\n\r\n');
  await once(service.server, 'request');
  const next = get('/api/reports/quick/', {}, service);
  socket.destroy();
  expect((await next).statusCode).toBe(200);
  await service.close();
});

test('a file that was sent is forgotten before its time limit has passed', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  try {
    expect((await get('/api/reports/rewards/', { accept: 'text/csv' })).statusCode).toBe(200);
    const listeners = limits.mock.results.flatMap(({ value }) =>
      getEventListeners(value as AbortSignal, 'abort'),
    );
    expect(limits).toHaveBeenCalledOnce();
    expect(listeners).toEqual([]);
  } finally {
    limits.mockRestore();
  }
});

test('a file whose reader goes away gives its place and its connection to the next', async () => {
  const resources = createReportResources({ pages: PAGES, files: ONE, ...LIMITS });
  const long = spelled(`select repeat('x', 200) || i as word from ${numbers(20_000)} r`);
  const service = serve([reportEndpoint(long, facts, resources)]);
  await service.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'GET /api/reports/spelled/ HTTP/1.1\r\nhost: x\r\nauthorization: P0\r\naccept: text/csv\r\n\r\n',
  );
  await once(socket, 'data');
  socket.destroy();
  const { body } = await get('/api/reports/spelled/', { accept: 'text/csv' }, service);
  expect(body.split('\r\n')).toHaveLength(20_002);
  await service.close();
});

/** Asks for a file that is larger than what the connection holds. */
async function askForLongFile(limits: Partial<typeof LIMITS> = {}) {
  const resources = createReportResources({ pages: PAGES, files: ONE, ...LIMITS, ...limits });
  const long = spelled(`select repeat('x', 2000) || i as word from ${numbers(20_000)} r`);
  const service = serve([reportEndpoint(long, facts, resources)]);
  await service.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').pause();
  socket.write(
    'GET /api/reports/spelled/ HTTP/1.1\r\nhost: x\r\nauthorization: P0\r\naccept: text/csv\r\n\r\n',
  );
  const [, response] = (await once(service.server, 'request')) as [unknown, ServerResponse];
  const closed = async () => {
    if (!response.closed) await once(response, 'close');
    socket.destroy();
    await service.close();
    return { status: response.statusCode, isWhole: response.writableFinished };
  };
  return { socket, closed };
}

describe('a file is given up', () => {
  test('when it is not read to its end in time', async () => {
    const limit = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(limit.signal);
    const { socket, closed } = await askForLongFile();
    await once(socket, 'readable');
    limit.abort();
    expect(await closed()).toEqual({ status: 200, isWhole: false });
  });

  test('when it is read by a few bytes now and then', async () => {
    const { socket, closed } = await askForLongFile({ blockTimeoutMs: 500 });
    const reading = setInterval(() => void socket.read(16), 50);
    expect(await closed()).toEqual({ status: 200, isWhole: false });
    clearInterval(reading);
  });
});
