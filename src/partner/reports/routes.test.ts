import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import type { Actor } from '../../kernel/index.ts';
import { frame } from '../../platform/http/testing/app.ts';
import { put } from '../testing/facts.ts';
import { REPORTS } from './declarations/index.ts';
import type { Report } from './declare.ts';
import { text } from './fields.ts';
import { anyOf } from './filters.ts';
import { openDesk, reportEndpoint, reportEndpoints } from './routes.ts';
import { contextFor, NOW, openWorld } from './testing/world.ts';
import { randomWorld } from './testing/random-world.ts';
import { inject } from '../../testing/inject.ts';

const facts = await openWorld(randomWorld(7));
/** For tests that change what is there. */
const changing = await openWorld(randomWorld(8));

const ROOM = { places: 2, perCaller: 2 };
const ONE = { places: 1, perCaller: 1 };
const PAGES = { quick: ROOM, slow: ROOM };
const MEMORY_BYTES = 2 ** 20;

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
    ignoreTrailingSlash: true,
    limits: { bodyBytes: 1024, requestTimeoutMs, readsPerMinute: 10_000, writesPerMinute: 10 },
  });

const app = serve();

const PATHS: Readonly<Record<string, string>> = { ':cohort': '2024-02', ':compensation_id': '500' };
const pathOf = ({ path }: Report): string => path.replaceAll(/:\w+/g, (name) => PATHS[name] ?? '');

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
  ['an order of what has none', 'progress_reward/?ordering=payment_date', { ordering: /^is not known here/ }],
  [
    'a filter given twice that is no list',
    'rewards/?currency=USD&currency=EUR',
    { currency: /^must be given only once$/ },
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
    'a compensation that does not exist',
    '/api/reports/progress_reward/999/detailed/',
    'There is no compensation 999.',
  ],
  [
    "another partner's compensation",
    '/api/reports/progress_reward/501/detailed/',
    'There is no compensation 501.',
  ],
])('%s is not found', async (_what, path, detail) => {
  for (const accept of ['application/json', 'text/csv']) {
    const answer = await get(path, { accept });
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      404,
      expect.stringContaining(detail),
    ]);
  }
});

test('a credential of no partner is told so', async () => {
  const answer = await get('/api/reports/rewards/', { authorization: 'nobody' });
  expect(answer.statusCode).toBe(403);
});

test.each(REPORTS)(
  '$name answers with and without the slash, in the keys of its contract',
  async (report) => {
    const path = pathOf(report);
    const [withSlash, without] = await Promise.all([get(path), get(path.slice(0, -1))]);
    expect(withSlash.statusCode).toBe(200);
    expect(without.body).toBe(withSlash.body);
    const { data, ...rest } = withSlash.json<Record<string, Record<string, unknown>>>();
    expect(Object.keys(rest)).toEqual([report.totals.name]);
    const keys = CONTRACT[report.name] ?? { row: '', totals: '' };
    expect(Object.keys(report.fields).join(' ')).toBe(keys.row);
    for (const row of data as unknown as object[]) expect(Object.keys(row).join(' ')).toBe(keys.row);
    expect(Object.keys(rest[report.totals.name] ?? {}).join(' ')).toBe(keys.totals);
    expect(withSlash.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-cache',
      vary: 'accept',
    });
  },
);

test('the reports are listed with what they can be asked', async () => {
  const { data } = (await get('/api/reports')).json<{
    data: {
      name: string;
      path: string;
      dimensions: { name: string }[];
      measures: { name: string }[];
      filters: { name: string }[];
      orderings: string[];
    }[];
  }>();
  expect(data.map(({ name }) => name)).toEqual(REPORTS.map(({ name }) => name));
  const shared = data.find(({ name }) => name === 'shared_accounts');
  expect(shared?.path).toBe('/api/v3/reports/clients/shared/');
  expect(shared?.measures.map(({ name }) => name)).toEqual([
    'volume_lots',
    'volume_mln_usd',
    'agent_commission_usd',
  ]);
  expect(shared?.filters).toHaveLength(10 + 3);
  expect(shared?.orderings).toHaveLength(9);
});

test('an unchanged report costs 304 until the facts change, another partner or another question is another tag', async () => {
  const service = serve(reportEndpoints(changing, MEMORY_BYTES));
  const path = '/api/reports/orders/';
  const first = await get(path, {}, service);
  const { etag = '' } = first.headers;
  expect(first.headers['x-as-of']).toBe(NOW.toISOString());
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

test('a payout and a new name of an account change the tag as well', async () => {
  const service = serve(reportEndpoints(changing, MEMORY_BYTES));
  const tag = async () => (await get('/api/reports/rewards/', {}, service)).headers.etag;
  const tags = [await tag()];
  for (const change of [
    'update crediting_state set last_payout = last_payout + 1',
    "update renamed_accounts set account_name = 'Other' where partner_account = '700000'",
  ]) {
    await changing.database.write((session) => session.run(change));
    tags.push(await tag());
  }
  expect(new Set(tags)).toHaveLength(3);
});

test.each(REPORTS)('$name as CSV holds all matching rows in the same order', async (report) => {
  const all = (await get(`${pathOf(report)}?limit=1000`)).json<{ data: Record<string, unknown>[] }>().data;
  const { body, headers } = await get(`${pathOf(report)}?limit=1`, { accept: 'text/csv' });
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': `attachment; filename="${report.name}.csv"`,
  });
  const [names = '', ...lines] = body.split('\r\n').slice(0, -1);
  expect(lines).toHaveLength(all.length);
  // Two rows with the same identifying first columns differ in others; the first text column shows the order.
  const first = Object.keys(report.fields)[0] ?? '';
  const expected = all.map((row) => [row[first]].flat()[0]);
  expect(names.split(',')[0]).toBe(report.grouping?.byDefault[0] ?? first);
  expect(lines.map((line) => line.split(',')[0])).toEqual(expected.map(String));
});

const spelled = (rows: string): Report => ({
  name: 'spelled',
  path: '/api/reports/spelled/',
  operation: 'getSpelled',
  summary: 'A report of this test',
  description: '',
  reach: 'own',
  source: () => rows,
  filters: {},
  fields: { word: text('A word.', 'x') },
  orderings: ['word'],
  key: ['word'],
  totals: { name: 'totals', columns: () => ({ count: 'count(*)' }), fields: { count: text('', '') } },
});

test('no cell of a CSV can be taken for a formula', async () => {
  const words = ['=1+1', '+1', '-1', '@a', '\tb', 'plain', 'a,b', 'say "hi"', '-cmd'];
  const rows = words.map((word) => `select '${word}' as word`).join(' union all ');
  const service = serve([
    reportEndpoint(spelled(rows), facts, openDesk({ pages: PAGES, files: ROOM, memoryBytes: 0 })),
  ]);
  const { body } = await get('/api/reports/spelled/', { accept: 'text/csv' }, service);
  expect(body.split('\r\n').slice(1, -1).toSorted()).toEqual(
    ["'=1+1", "'+1", "'-1", "'@a", "'\tb", 'plain', '"a,b"', '"say ""hi"""', "'-cmd"].toSorted(),
  );
});

test('a filter finds a value with a comma when it stands in quotes', async () => {
  const rows = `select unnest(['a,b', 'a', 'say "hi", b', 'c']) as word`;
  const report = { ...spelled(rows), filters: { word: anyOf('word', 'Only these.', 'a') } };
  const service = serve([
    reportEndpoint(report, facts, openDesk({ pages: PAGES, files: ROOM, memoryBytes: 0 })),
  ]);
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

const ENDLESS = 'select cast(a.i * b.i as varchar) as word from range(10000000) a(i), range(10000000) b(i)';

test.each(['application/json', 'text/csv'])(
  'a report that takes too long is stopped and told so (%s)',
  async (accept) => {
    const desk = openDesk({ pages: { quick: ONE, slow: ONE }, files: ONE, memoryBytes: 0 });
    const quick = { ...spelled("select 'a' as word"), path: '/api/reports/quick/' };
    const service = serve(
      [reportEndpoint(spelled(ENDLESS), facts, desk), reportEndpoint(quick, facts, desk)],
      300,
    );
    const answer = await get('/api/reports/spelled/', { accept }, service);
    expect([answer.statusCode, answer.json<{ detail: string }>().detail]).toEqual([
      504,
      'No answer within 0.3 s.',
    ]);
    // Its place and its connection are free again.
    expect((await get('/api/reports/quick/', { accept }, service)).statusCode).toBe(200);
  },
);

test('a report whose caller goes away gives its place to the next', async () => {
  const desk = openDesk({ pages: { quick: ONE, slow: ONE }, files: ROOM, memoryBytes: 0 });
  const quick = { ...spelled("select 'a' as word"), path: '/api/reports/quick/' };
  const service = serve([reportEndpoint(spelled(ENDLESS), facts, desk), reportEndpoint(quick, facts, desk)]);
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

test('a file whose reader goes away gives its place and its connection to the next', async () => {
  const desk = openDesk({ pages: PAGES, files: ONE, memoryBytes: 0 });
  const long = spelled('select cast(i as varchar) as word from range(300000) r(i)');
  const service = serve([reportEndpoint(long, facts, desk)]);
  await service.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'GET /api/reports/spelled/ HTTP/1.1\r\nhost: x\r\nauthorization: P0\r\naccept: text/csv\r\n\r\n',
  );
  await once(socket, 'data');
  socket.destroy();
  const { body } = await get('/api/reports/spelled/', { accept: 'text/csv' }, service);
  expect(body.split('\r\n')).toHaveLength(300_002);
  await service.close();
});

/** Row and totals, in the order of the contract. */
const CONTRACT: Readonly<Record<string, { row: string; totals: string }>> = {
  performance: {
    row: 'group_fields click_count registration_count deposit_count deposit_usd first_deposit_count trade_starting_count volume_mln_usd reward_usd volume_lots conversion impression_count spend spend_web spend_app ctr roi cpc cpr epc cftd',
    totals:
      'count click_count registration_count deposit_count deposit_usd first_deposit_count trade_starting_count volume_mln_usd reward_usd volume_lots conversion impression_count spend spend_web spend_app ctr roi cpc cpr epc cftd',
  },
  ib_performance: {
    row: 'group_fields click_count registration_count kyc_passed first_deposit_count trade_starting_trial_count trade_starting_real_count volume_mln_usd volume_lots reward_usd',
    totals:
      'count click_count registration_count kyc_passed first_deposit_count deposit_usd trade_starting_real_count trade_starting_trial_count volume_mln_usd volume_lots reward_usd',
  },
  advanced_tqi: {
    row: 'country media_source platform roi country_count platform_count media_source_count fraud_rate_reg installs_fraud_rate fraud_rate FTD_conversion_rate FTQ_conversion_rate quals_share is_eligible_country fraud_details notifications',
    totals: 'count',
  },
  second_level_accounts: {
    row: 'id partner_account partner_account_name partner_account_currency subpartner_uid subpartner_account client_uid client_account client_country platform client_account_created client_account_last_trade volume_lots volume_mln_usd reward reward_usd comment',
    totals: 'count clients_count volume_mln_usd volume_lots reward reward_usd partner_account_currency',
  },
  second_level_rewards: {
    row: 'client_account client_account_type client_uid country platform currency link_code partner_account partner_account_name subpartner_account orders_count reward reward_usd volume_lots volume_mln_usd reward_date',
    totals: 'count orders_count volume_mln_usd volume_lots reward reward_usd currency',
  },
  orders: {
    row: 'order_id symbol formula_code currency client_account_type partner_account client_account volume_lots volume_mln_usd reward_usd reward open_spread close_spread avg_spread open_date close_date date',
    totals: 'client_account_type count reward_usd volume_lots volume_mln_usd currency',
  },
  shared_accounts: {
    row: 'link_code country client_account client_uid client_account_type partner_account reg_date trade_fn volume_lots volume_mln_usd agent_commission_usd',
    totals: 'count client_uid_count volume_lots volume_mln_usd agent_commission_usd',
  },
  progress_reward: {
    row: 'compensation_id old_tier_group_id new_tier_group_id payment_date compensation_period_start compensation_period_end compensation_amount commission_percentage',
    totals: 'count ab_test_enabled',
  },
  progress_reward_detail: {
    row: 'id client_account account_type reward_date order_id progress_reward_amount_usd initial_reward_usd initial_reward_size old_reward_size new_reward_size',
    totals: 'count progress_reward_amount_usd progress_reward_period_start progress_reward_period_end',
  },
  rewards: {
    row: 'id reward_date reward_datetime partner_account client_account_type country platform client_uid currency reward_order partner_account_name client_account link_code volume_lots volume_mln_usd reward reward_usd orders_count',
    totals: 'count orders_count volume_mln_usd volume_lots reward reward_usd currency',
  },
};
