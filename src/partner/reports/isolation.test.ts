import { Type } from 'typebox';
import { expect, test } from 'vitest';
import {
  int,
  PROGRAM,
  readAsk,
  TABLES,
  text,
  type Grouping,
  type Reach,
  type Report,
  type Scope,
  type Table,
} from './query/index.ts';
import { readLines, readPage } from './reading/index.ts';
import { ask, world } from './testing/questions.ts';
import { contextFor, NOW, openWorld } from './testing/world.ts';

const facts = await openWorld(world);

/** A report of whatever SQL. */
const reportOf = (reach: Reach, source: Report['source'], more: Partial<Report> = {}): Report => ({
  name: 'curious',
  path: '/api/reports/curious/',
  operation: 'getCurious',
  summary: 'A report of this test',
  description: '',
  reach,
  source,
  filters: {},
  fields: { name: text('A table.', 'orders'), seen: int('Rows.', 1) },
  orderings: [],
  key: ['name'],
  totals: { name: 'totals', columns: () => ({ count: 'count(*)' }), fields: {} },
  ...more,
});

const asStranger = (report: Report): Promise<string> =>
  ask(facts, report, { me: 'stranger', query: {}, subject: undefined, limit: 1000 }, { limit: 1000 });

const REACHES = ['own', 'below', 'shared'] as const;

/** Tables from which reports of a reach may read. */
const READABLE: Readonly<Record<(typeof REACHES)[number], readonly Table[]>> = {
  own: TABLES,
  below: TABLES.filter((table) => !/reward/.test(table)),
  shared: [
    'shares',
    'client_accounts',
    'clients',
    'orders',
    'campaigns',
    'rates',
    'tier_levels',
    'own_partner',
    'own_accounts',
    'own_suspensions',
    'accounts_below',
  ],
};

test.each(REACHES)('through its reach (%s), a report sees no row of another partner', async (reach) => {
  const report = reportOf(reach, ({ from }) =>
    READABLE[reach]
      .map((table) => `select '${table}' as name, count(*) as seen from ${from(table)}`)
      .join(' union all '),
  );
  const { data } = JSON.parse(await asStranger(report)) as { data: { name: Table; seen: number }[] };
  expect(data.map(({ name }) => name).toSorted()).toEqual(READABLE[reach].toSorted());
  // These are common to all partners.
  const common = ['campaigns', 'rates', 'tier_levels'];
  expect(data.filter(({ seen }) => seen > 0).map(({ name }) => name)).toEqual(common);
});

test.each(
  REACHES.flatMap((reach) =>
    TABLES.filter((table) => !READABLE[reach].includes(table)).map((table) => [reach, table] as const),
  ),
)('a report with the reach %s cannot read %s', async (reach, table) => {
  const report = reportOf(reach, ({ from }) => `select 'x' as name, count(*) as seen from ${from(table)}`);
  await expect(asStranger(report)).rejects.toThrow(`with the reach '${reach}' cannot read ${table}`);
});

const count = ({ from }: Scope) => `select 'x' as name, count(*) as seen from ${from('orders')}`;

test('a program-wide report cannot be read for a partner, nor a report of partners for the program', async () => {
  await expect(asStranger(reportOf('program', count))).rejects.toThrow('cannot be read for stranger');
  for (const reach of REACHES) {
    const report = reportOf(reach, count);
    const { view } = await facts.engine.state();
    const question = { report, ask: readAsk(report, {}, undefined, NOW), owner: PROGRAM, view };
    await expect(readPage(contextFor(facts), question)).rejects.toThrow('cannot be read for *');
  }
});

const HARMLESS = "select 'x' as name, 1 as seen";

const known = (condition: string) => ({
  subject: { name: 'id', schema: Type.Integer(), known: () => condition, unknown: () => 'unknown' },
});
const totals = (total: string): Report['totals'] => ({
  name: 'totals',
  columns: () => ({ count: 'count(*)', total }),
  fields: {},
});
const grouping = (measure: string): Grouping => ({
  dimensions: { name: '' },
  measures: () => ({ seen: measure }),
  byDefault: ['name'],
  most: 1,
});

const REFUSED = /^The SQL of this report is refused/;

const [{ catalog } = { catalog: '' }] = await facts.database.query<{ catalog: string }>(
  'select current_database() as catalog',
);

test.each([
  ['a table', 'select * from orders'],
  ['a table in capitals', 'select * from ORDERS'],
  ['a quoted table', 'select * from "orders"'],
  ['a table of a schema', 'select * from main.orders'],
  ['a quoted schema', 'select * from "main"."orders"'],
  ['a table of a catalog', `select * from ${catalog}.main.orders`],
  ['a catalog without a schema', `select * from ${catalog}.orders`],
  ['a table with an alias of a relation', 'select * from orders visible_orders'],
  ['a schema of the engine', 'select * from information_schema.tables'],
  ['a table after a comma', 'select 1 as x from (select 1) a, main.orders'],
  ['a table of a join', 'select 1 as x from (select 1) a cross join main.orders'],
  ['a subquery in a column', 'select (select count(*) from main.orders) as x'],
  ['a subquery in a condition', 'select 1 as x where exists (select 1 from main.orders)'],
  ['a subquery in an aggregate', 'select count(*) filter (where 1 in (select 1 from main.orders)) as x'],
  [
    'a table after an expression of its full name',
    'with "main.orders" as (select 1) select * from main.orders',
  ],
  ['an expression that nothing uses', 'with a as (select * from main.orders) select 1 as x'],
  ['an expression of the name of a table', 'with orders as (select * from orders) select * from orders'],
  [
    'a table outside the expression of its name',
    'select a.* from (with orders as (select 1 as x) select * from orders) b, orders a',
  ],
  [
    'a recursive expression',
    'with recursive r as (select 1 as x union all select 2 from main.orders) select * from r',
  ],
  ['one side of a union', 'select 1 as x union all select 1 from main.orders'],
  ['a table without a select', 'from main.orders'],
  ['the word table', 'table main.orders'],
  ['a summary', 'select * from (summarize main.orders)'],
  ['a table by a function', "select * from query_table('orders')"],
  ['a query by a function', "select * from query('select * from orders')"],
  ['a function of the engine', 'select * from duckdb_tables()'],
  ['a file', "select * from '/etc/passwd'"],
  ['a file by a function', "select * from read_text('/etc/passwd')"],
  ['a pivot', 'pivot main.orders on symbol'],
  ['a lambda', 'select list_transform([1], lambda x: (select count(*) from main.orders)) as x'],
  ['a second statement', 'select 1 as x) select 1; select * from main.orders where (true'],
  ['a parenthesis that ends the expression', 'select 1), b as (select * from main.orders'],
  ['a comment that hides the end', 'select 1) /* */ select * from main.orders --'],
  ['a text with a placeholder', "select '$1' as x"],
  ['a window', 'select sum(1) over () as x'],
])('%s is refused wherever a declaration has SQL', async (_what, sql) => {
  const inRows = [
    reportOf('own', () => sql),
    reportOf('own', () => `select 'x' as name, count(*) as seen from (${sql}) t`),
    reportOf('own', () => HARMLESS, { grouping: grouping(`(select count(*) from (${sql}) t)`) }),
    reportOf('own', () => HARMLESS, {
      lookup: { column: 'name', add: (relation) => `select r.* from ${relation} r, (${sql}) t` },
    }),
  ];
  const inTotals = reportOf('own', () => HARMLESS, { totals: totals(`(select count(*) from (${sql}) t)`) });
  for (const report of [...inRows, inTotals]) await expect(asStranger(report)).rejects.toThrow(REFUSED);
  for (const report of inRows) {
    const asked = readAsk(report, {}, undefined, NOW);
    const owner = { partnerUid: 'stranger', partnerNo: -1 };
    const { view } = await facts.engine.state();
    const file = readLines(contextFor(facts, 'stranger'), { report, ask: asked, owner, view });
    await expect(file.next()).rejects.toThrow(REFUSED);
  }
  const report = reportOf('own', () => `${HARMLESS} where false`, known(`exists (${sql})`));
  const asked = { me: 'stranger', query: {}, subject: 7, limit: 1000 };
  await expect(ask(facts, report, asked)).rejects.toThrow(REFUSED);
});

test('own common table expressions, literals and expressions of a declaration are accepted', async () => {
  const report = reportOf(
    'own',
    ({ from, bind }) => `
      with a as (select * from ${from('orders')}), b as (select * from a where symbol <> ${bind("it's")})
      select 'a' as name, count(*) as seen from b
      union all (with c as (select 1 as x) select 'c', max(case when x = 1 then 1 else 0 end) from c group by x)`,
  );
  expect(JSON.parse(await asStranger(report))).toMatchObject({
    data: [
      { name: 'a', seen: 0 },
      { name: 'c', seen: 1 },
    ],
  });
});
