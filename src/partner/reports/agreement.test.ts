import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../kernel/index.ts';
import type { Facts } from '../facts/index.ts';
import { REPORTS } from './declarations/index.ts';
import type { Report } from './declare.ts';
import { readPage } from './read.ts';
import { readAsk } from './request.ts';
import { readState } from './state.ts';
import { MODELS, Ratio, readTables, View, type Cell, type ModelRow, type Query } from './testing/model.ts';
import { randomWorld } from './testing/random-world.ts';
import { contextFor, NOW, openWorld } from './testing/world.ts';

const SEED = 20_240_601;
const world = randomWorld(SEED);
const facts = await openWorld(world);
const tables = await readTables(facts);
const PARTNERS = ['P0', 'P1', 'P2', 'P4'];
const views = new Map(PARTNERS.map((me) => [me, new View(tables, me)]));

/** Values that occur somewhere, whoever they belong to, and some that do not. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  country: ['PT', 'ES', 'XX'],
  client_country: ['PT', 'DE'],
  campaign_code: ['spring', 'autumn', 'none'],
  campaign_title: ['Spring', 'Autumn'],
  referrer_domain: ['news.example', 'blog.example'],
  client_platform: ['web', 'ios'],
  utm_source: ['google', 'telegram'],
  utm_medium: ['cpc', 'email'],
  utm_campaign: ['a', 'b'],
  media_source: ['google', 'telegram'],
  platform: ['web', 'ios', 'mt4', 'mt5'],
  partner_code: column('links', 'link_code'),
  link_code: column('links', 'link_code'),
  partner_account: column('partner-accounts', 'partner_account'),
  subpartner_account: column('partner-accounts', 'partner_account'),
  partner_account_name: ['Main', 'Second', 'Desk'],
  subpartner_uid: column('partners', 'partner_uid'),
  client_uid: column('clients', 'client_uid').slice(0, 40),
  client_account: column('client-accounts', 'client_account'),
  client_account_type: ['standard', 'pro'],
  currency: ['USD', 'EUR', 'JPY'],
  comment: ['FAIR', 'vip', 'x'],
  order_id: (world['orders'] ?? []).map(({ server, ticket }) => `${server}:${ticket}`),
  reward_order: ['1', '2', '3'],
};

function column(kind: string, name: string): string[] {
  return (world[kind] ?? []).map((row) => String(row[name]));
}

const days = fc
  .integer({ min: 0, max: 160 })
  .map((count) => new Date(Date.parse('2023-12-25') + count * 86_400_000).toISOString().slice(0, 10));

/** Any value that a parameter takes. */
function valuesFor(report: Report, name: string): fc.Arbitrary<unknown> {
  const { schema } = report.filters[name] ?? {};
  const { type, format, pattern } = schema as { type: string; format?: string; pattern?: string };
  if (type === 'boolean') return fc.boolean();
  if (format === 'date') return days;
  if (pattern !== undefined) return fc.integer({ min: -20, max: 80 }).map(String);
  const known = fc.constantFrom(...(VALUES[name] ?? []));
  if (type === 'array') return fc.uniqueArray(known, { minLength: 1, maxLength: 12 });
  return type === 'integer' ? known.map(Number) : known;
}

interface Asked {
  readonly me: string;
  readonly query: Query;
  readonly subject: string | number | undefined;
  readonly limit: number;
}

function questions(report: Report): fc.Arbitrary<Asked> {
  const { grouping, period, orderings, filters, subject } = report;
  const dimensions = Object.keys(grouping?.dimensions ?? {});
  const names = Object.keys(filters);
  const chosen = fc.subarray(names, { maxLength: Math.min(3, names.length) });
  const given = chosen.chain((some) =>
    fc.record(Object.fromEntries(some.map((name) => [name, valuesFor(report, name)]))),
  );
  const groups = fc.option(
    fc.uniqueArray(fc.constantFrom(...(grouping ? dimensions : [''])), {
      minLength: 1,
      maxLength: grouping?.most ?? 1,
    }),
    {
      nil: undefined,
    },
  );
  const dates = fc.record({
    date_from: days,
    length: fc.integer({ min: 0, max: report.period?.mostDays ? 31 : 120 }),
  });
  return fc
    .record({
      me: fc.constantFrom(...PARTNERS),
      given,
      group_by: grouping ? groups : fc.constant(undefined),
      dates: period ? fc.option(dates, { nil: undefined, freq: 6 }) : fc.constant(undefined),
      ordering: fc.array(fc.tuple(fc.constantFrom('', '-'), fc.constantFrom(...orderings, '')), {
        maxLength: 3,
      }),
      subject: fc.constantFrom(
        ...(subject?.name === 'cohort' ? ['2024-01', '2024-02', '2024-04'] : [500, 501, 502, 503]),
      ),
      limit: fc.integer({ min: 15, max: 60 }),
    })
    .map(({ me, given, group_by, dates, ordering, subject: named, limit }) => {
      const groupBy = group_by ?? grouping?.byDefault ?? [];
      const usable = ordering
        .filter(([, name]) => name !== '' && (!dimensions.includes(name) || groupBy.includes(name)))
        .map((parts) => parts.join(''));
      const query = {
        ...given,
        ...(group_by && { group_by }),
        ...(dates && { date_from: dates.date_from, date_to: addDays(dates.date_from, dates.length) }),
        ...(usable.length > 0 && { ordering: usable }),
      };
      return { me, query: withoutReversed(report, query), subject: subject && named, limit };
    });
}

const addDays = (from: string, count: number): string =>
  new Date(Date.parse(from) + count * 86_400_000).toISOString().slice(0, 10);

function withoutReversed({ filters }: Report, query: Query): Query {
  const reversed = Object.entries(filters).filter(([name, { upTo }]) => {
    const [from, to] = [query[name], query[upTo ?? '']];
    return from !== undefined && to !== undefined && (Number(from) > Number(to) || String(from) > String(to));
  });
  const dropped = new Set(reversed.map(([name]) => name));
  return Object.fromEntries(Object.entries(query).filter(([name]) => !dropped.has(name)));
}

/** Numbers as `#` and their text, so that no digit is lost. */
function parseExactly(json: string): Record<string, unknown> {
  const quoted = json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?/g, (token) =>
    token.startsWith('"') ? token : `"#${token}"`,
  );
  return JSON.parse(quoted) as Record<string, unknown>;
}

/** A value of the model as it is told. */
function told(cell: Cell): unknown {
  if (cell instanceof Ratio) return told(cell.shown);
  if (cell instanceof Decimal) return `#${cell.trim().toString()}`;
  if (cell instanceof Date) return cell.toISOString();
  if (typeof cell === 'number') return `#${cell}`;
  if (Array.isArray(cell)) return cell.map(told);
  if (cell === null || typeof cell !== 'object') return cell;
  return Object.fromEntries(Object.entries(cell).map(([name, value]) => [name, told(value)]));
}

/** Texts of notifications are not part of the model. */
const plain = (row: Record<string, unknown>): Record<string, unknown> =>
  'notifications' in row
    ? {
        ...row,
        notifications: (row['notifications'] as Record<string, string>[]).map((note) =>
          typeof note === 'string' ? note : `${note['name']} ${note['severity']}`,
        ),
      }
    : row;

async function ask(db: Facts, report: Report, { me, query, subject }: Asked, page: Query): Promise<string> {
  const context = contextFor(db, me);
  const { owner } = await readState(context);
  return readPage(context, { report, ask: readAsk(report, { ...query, ...page }, subject, NOW), owner });
}

/** All rows, page by page, and the totals, which every page tells alike. */
async function walk(report: Report, asked: Asked) {
  const first = report.paging?.firstOffset ?? 0;
  const rows: Record<string, unknown>[] = [];
  let totals: unknown;
  for (;;) {
    const page = { limit: asked.limit, offset: first + rows.length };
    const { data, ...rest } = parseExactly(await ask(facts, report, asked, page));
    totals ??= rest[report.totals.name];
    expect(rest).toEqual({ [report.totals.name]: totals });
    const found = data as Record<string, unknown>[];
    rows.push(...found.map(plain));
    if (found.length < asked.limit) return { rows, totals };
  }
}

/** Null comes last, whichever way. */
function compare(a: Cell | undefined, b: Cell | undefined): number {
  if (a instanceof Ratio && b instanceof Ratio) {
    if (a.under.isZero || b.under.isZero) return Number(a.under.isZero) - Number(b.under.isZero);
    return a.over.times(b.under).compare(b.over.times(a.under));
  }
  if (a instanceof Decimal && b instanceof Decimal) return a.compare(b);
  const [left, right] = [a, b].map((cell) => (cell instanceof Date ? cell.toISOString() : (cell ?? '')));
  return (left as string) < (right as string) ? -1 : (left as string) > (right as string) ? 1 : 0;
}

const isNothing = (cell: Cell | undefined): boolean =>
  cell === null || cell === undefined || (cell instanceof Ratio && cell.under.isZero);

function isOrdered(before: ModelRow, after: ModelRow, ordering: readonly string[]): boolean {
  for (const entry of ordering) {
    const name = entry.replace(/^-/, '');
    const [a, b] = [before[name], after[name]];
    if (isNothing(a) || isNothing(b)) {
      if (isNothing(a) !== isNothing(b)) return isNothing(b);
      continue;
    }
    const order = compare(a, b) * (entry === name ? 1 : -1);
    if (order !== 0) return order < 0;
  }
  return true;
}

describe.each(REPORTS)('$name', (report) => {
  test(
    'pages hold every row of the model once, in the asked order, with its totals',
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(questions(report), async (asked) => {
          const { ordering = [], ...query } = asked.query as { ordering?: string[] };
          const view = views.get(asked.me);
          const model =
            view && MODELS[report.name]?.(view, query, NOW.toISOString().slice(0, 10), asked.subject);
          if (!model) throw new Error(`There is no model of ${report.name}.`);
          const isUnknown =
            report.name === 'progress_reward_detail' &&
            (tables['tier_changes'] ?? []).every(
              (row) => row['compensation_id'] !== asked.subject || row['partner_uid'] !== asked.me,
            );
          if (isUnknown) {
            await expect(walk(report, asked)).rejects.toThrow(`There is no compensation ${asked.subject}.`);
            return;
          }
          const { rows, totals } = await walk(report, asked);
          expect(totals).toEqual(told(model.totals));
          const byText = new Map(
            model.rows.map((row, index) => [JSON.stringify(told(row)), { ...row, ...model.hidden?.[index] }]),
          );
          expect(rows.map((row) => JSON.stringify(row)).toSorted()).toEqual([...byText.keys()].toSorted());
          const inOrder = rows.map((row) => byText.get(JSON.stringify(row)) ?? {});
          inOrder.slice(1).forEach((row, index) => {
            expect(isOrdered(inOrder[index] ?? {}, row, ordering), `${index} ${ordering.join()}`).toBe(true);
          });
        }),
        { seed: SEED, numRuns: 20 },
      );
    },
  );
});
