import { expect, test } from 'vitest';
import type { Actor } from '../../../kernel/index.ts';
import { frame } from '../../../platform/http/testing/app.ts';
import { inject } from '../../../testing/inject.ts';
import { REPORTS } from '../declarations/index.ts';
import { listFilters, type Report } from '../query/index.ts';
import { reportEndpoints } from '../routes.ts';
import { randomWorld } from '../testing/random-world.ts';
import { NOW, openWorld } from '../testing/world.ts';

const facts = await openWorld(randomWorld(7));

/** The token is the partner. */
const authenticate = (token: string | undefined): Actor => ({
  kind: 'client',
  id: token ?? '',
  tenant: 'acme',
  scopes: new Set(['reports:view']),
  partnerUid: token,
});
const app = frame(reportEndpoints(facts, 0), {
  authenticate,
  clock: { now: () => NOW },
  limits: { bodyBytes: 1024, requestTimeoutMs: 60_000, readsPerMinute: 10_000, writesPerMinute: 10 },
});

const get = (url: string, authorization = 'P0') => inject(app, { url, headers: { authorization } });

async function values(path: string, partner?: string): Promise<{ values: string[]; has_more: boolean }> {
  const answer = await get(`/api/reports/${path}`, partner);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const boundsOf = (name: string): string =>
  ({
    performance: '&date_from=2023-12-01',
    ib_performance: '&date_from=2023-12-01',
    advanced_tqi: '&cohort=2024-02',
  })[name] ?? '';

const PATHS: Readonly<Record<string, string>> = { ':cohort': '2024-02' };

const askerOf = ({ reach }: Report): string => (reach === 'shared' ? 'P1' : 'P0');

const valuesOf = (report: Report, field: string) =>
  values(`${report.name}/values/?field=${field}&limit=1000${boundsOf(report.name)}`, askerOf(report));

/** How many rows a report has that match a query. */
async function count(report: Report, field: string, query: string): Promise<number> {
  const path = report.path.replaceAll(/:\w+/g, (part) => PATHS[part] ?? '');
  const dates = report.subject ? '' : boundsOf(report.name);
  const groups = report.grouping ? `&group_by=${field}` : '';
  const answer = await get(`${path}?limit=1${groups}${dates}${query}`, askerOf(report));
  const { totals, meta } = answer.json<Record<'totals' | 'meta', { count: number }>>();
  return (totals ?? meta).count;
}

const FILTERS = REPORTS.flatMap((report) =>
  listFilters(report).map((field) => ({ report, name: report.name, field })),
);

test.each(FILTERS)('each value of $field in $name finds rows', async ({ report, field }) => {
  const found = await valuesOf(report, field);
  expect(found.values).toEqual([...new Set(found.values)].toSorted());
  for (const value of found.values.slice(0, 1)) {
    expect(await count(report, field, `&${field}=${encodeURIComponent(value)}`)).toBeGreaterThan(0);
  }
});

/** Rows without a value are found by none, and a list takes at most a hundred. */
const NOT_ALL = new Set(['partner_account_name', 'subpartner_account', 'order_id']);

const WHOLE = REPORTS.flatMap(
  ({ name, grouping }) =>
    FILTERS.find((each) => !grouping && each.name === name && !NOT_ALL.has(each.field)) ?? [],
);

test.each(WHOLE)('the values of $field in $name together find every row', async ({ report, field }) => {
  const found = await valuesOf(report, field);
  const list = found.values.map(encodeURIComponent).join(',');
  expect(await count(report, field, `&${field}=${list}`)).toBe(await count(report, field, ''));
});

test('a search narrows the values, in small or capital letters, and a limit says when there are more', async () => {
  const all = await values('clients/values/?field=client_uid&limit=1000');
  expect(all.has_more).toBe(false);
  const found = await values('clients/values/?field=client_uid&search=U1&limit=1000');
  expect(found.values).toEqual(all.values.filter((uid) => uid.includes('u1')));
  expect(found.values.length).toBeGreaterThan(1);
  expect(await values('clients/values/?field=client_uid&search=U1&limit=1')).toEqual({
    values: found.values.slice(0, 1),
    has_more: true,
  });
  expect(await values("clients/values/?field=client_uid&search='")).toEqual({ values: [], has_more: false });
});

test('no value of another partner is shown', async () => {
  const [own, others] = await Promise.all([
    values('clients/values/?field=client_uid&limit=1000', 'P0'),
    values('clients/values/?field=client_uid&limit=1000', 'P2'),
  ]);
  expect(own.values.filter((uid) => others.values.includes(uid))).toEqual([]);
  expect(await values('clients/values/?field=client_uid', 'stranger')).toEqual({
    values: [],
    has_more: false,
  });
});

test.each([
  ['colour/values/?field=country', { report: /^must be one of performance, / }],
  ['progress_reward/values/?field=x', { report: /^must be one of performance, / }],
  ['clients/values/?field=reg_date_from', { field: /^must be one of client_uid, client_country, / }],
  ['clients/values/?field=client_uid&date_from=2024-01-01', { date_from: /^is not a parameter of clients$/ }],
  ['advanced_tqi/values/?field=country', { cohort: /^is required for advanced_tqi$/ }],
  ['clients/values/?field=client_uid&limit=1001', { limit: /^must be at most 1000$/ }],
  [
    'orders/values/?field=client_account&date_from=2024-03-01&date_to=2024-04-02',
    { date_to: /^must be at most 32 days/ },
  ],
])('%s is refused with the parameter at fault', async (path, errors) => {
  const answer = await get(`/api/reports/${path}`);
  expect(answer.statusCode).toBe(400);
  const expected = Object.entries(errors).map(([name, reason]) => [
    name,
    [expect.stringMatching(reason) as string],
  ]);
  expect(answer.json<{ errors: object }>().errors).toEqual(Object.fromEntries(expected));
});
