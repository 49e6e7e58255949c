import * as fc from 'fast-check';
import type { Facts } from '../../facts/handle/index.ts';
import { readAsk, type Report } from '../query/index.ts';
import { readPage, readPartnerState } from '../reading/index.ts';
import type { Query } from './model/cells.ts';
import { randomWorld, SYMBOLS } from './random-world.ts';
import { contextFor, NOW } from './world.ts';

export const SEED = 20_240_601;
export const world = randomWorld(SEED);
/** A parent, its child that is a parent and an agent too, another child, and an agent alone. */
export const ASKING: readonly string[] = ['P0', 'P1', 'P2', 'P4'];

/** Values that occur, for any partner, and some that do not. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  country: ['PT', 'ES', 'XX', ''],
  client_country: ['PT', 'DE'],
  campaign_code: ['spring', 'autumn', 'none', ''],
  campaign_title: ['Spring', 'Autumn', ''],
  click_url: ['https://broker.example/0', 'https://broker.example/1', ''],
  referrer: ['https://news.example/0', 'https://blog.example/2', ''],
  referrer_domain: ['news.example', 'blog.example', ''],
  client_platform: ['web', 'ios', ''],
  utm_source: ['google', 'telegram', ''],
  utm_medium: ['cpc', 'email'],
  utm_campaign: ['a', 'b'],
  utm_term: ['gold', ''],
  utm_content: ['x', 'y', ''],
  track1: ['t1', 't2', ''],
  track2: ['none', ''],
  track3: ['none', ''],
  track4: ['none', ''],
  track5: ['late', ''],
  media_source: ['google', 'telegram', ''],
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
  // What is a pattern elsewhere is a text like any other here.
  client_uid_contains: ['U1', '7', '_', '%'],
  client_account_contains: ['1', '90', '_', '%'],
  subpartner_uid_contains: ['2', 'p', '_', '%'],
  order_id: (world['orders'] ?? []).map(({ server, ticket }) => `${server}:${ticket}`),
  symbol: [...SYMBOLS, 'NONE'],
  reward_order: ['1', '2', '3'],
  kind: ['adjustment', 'reward', 'commission', 'second_level_reward', 'commission_paid'],
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

/** A value that some rows have and others have not. */
function valueFor(report: Report, name: string): unknown {
  const { type, format, pattern } = (report.filters[name]?.schema ?? {}) as Record<
    string,
    string | undefined
  >;
  if (type === 'boolean') return true;
  if (format === 'date') return '2024-03-01';
  if (pattern !== undefined) return '20';
  const known = (VALUES[name] ?? []).slice(0, 200);
  if (type === 'array') return known.filter((_, index) => index % 2 === 0);
  return type === 'integer' ? Number(known[0]) : known[0];
}

/** Questions in which each filter, each ordering and each dimension of a report comes up. */
export function everyName(report: Report): Asked[] {
  const { grouping, period, orderings, filters, subject, reach } = report;
  const dimensions = Object.keys(grouping?.dimensions ?? {});
  const names = Object.keys(filters);
  const [compensation] = world['tier-changes'] ?? [];
  const byCompensation = {
    me: String(compensation?.['partner_uid']),
    subject: Number(compensation?.['compensation_id']),
  };
  const dates = period?.mostDays
    ? { date_from: '2024-03-01', date_to: '2024-04-01' }
    : { date_from: '2023-12-20', date_to: '2024-06-01' };
  return Array.from({ length: Math.max(names.length, orderings.length) }, (_, index) => {
    const [filter, ordering] = [names[index], orderings[index]];
    const dimension = dimensions.find((name) => name === ordering) ?? dimensions[index % dimensions.length];
    return {
      me: reach === 'shared' ? 'P1' : 'P0',
      query: {
        ...(filter !== undefined && { [filter]: valueFor(report, filter) }),
        ...(dimension !== undefined && { group_by: [dimension] }),
        ...(ordering !== undefined && { ordering: [index % 2 === 0 ? ordering : `-${ordering}`] }),
        ...(period && dates),
      },
      limit: 1000,
      ...(subject?.name === 'cohort' ? { subject: '2024-02' } : { subject: undefined }),
      ...(subject?.name === 'compensation_id' && byCompensation),
    };
  });
}

export interface Asked {
  readonly me: string;
  readonly query: Query;
  readonly subject: string | number | undefined;
  readonly limit: number;
}

/** Anything that may be asked of a report, by anybody and with any partner's values. */
export function questions(report: Report): fc.Arbitrary<Asked> {
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
      me: fc.constantFrom(...ASKING),
      given,
      group_by: grouping ? groups : fc.constant(undefined),
      dates: period ? fc.option(dates, { nil: undefined, freq: 6 }) : fc.constant(undefined),
      ordering: fc.array(fc.tuple(fc.constantFrom('', '-'), fc.constantFrom(...orderings, '')), {
        maxLength: 3,
      }),
      cohort: fc.constantFrom('2024-01', '2024-02', '2024-04'),
      compensation: fc.constantFrom(...(world['tier-changes'] ?? [])),
      limit: fc.integer({ min: 15, max: 60 }),
    })
    .map(({ me, given, group_by, dates, ordering, cohort, compensation, limit }) => {
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
      const asked = { me, query: withoutReversed(report, query), subject: undefined, limit };
      if (subject?.name === 'cohort') return { ...asked, subject: cohort };
      if (!subject) return asked;
      // Another's compensation is not found.
      return {
        ...asked,
        me: String(compensation['partner_uid']),
        subject: Number(compensation['compensation_id']),
      };
    });
}

const addDays = (from: string, count: number): string =>
  new Date(Date.parse(from) + count * 86_400_000).toISOString().slice(0, 10);

/** Days compare as texts, and one number too many makes no harm. */
const isMore = (from: string, to: string): boolean => Number(from) > Number(to) || from > to;

function withoutReversed({ filters }: Report, query: Query): Query {
  const reversed = Object.entries(filters).filter(([name, { upTo }]) => {
    const [from, to] = [query[name], query[upTo ?? '']];
    return from !== undefined && to !== undefined && isMore(from as string, to as string);
  });
  const dropped = new Set(reversed.map(([name]) => name));
  return Object.fromEntries(Object.entries(query).filter(([name]) => !dropped.has(name)));
}

/** The answer as it is sent. */
export async function ask(
  facts: Facts,
  report: Report,
  { me, query, subject }: Asked,
  page: Query = {},
): Promise<string> {
  const context = contextFor(facts, me);
  const { owner, view } = await readPartnerState(context);
  const asked = readAsk(report, { ...query, ...page }, subject, NOW);
  return readPage(context, { report, ask: asked, owner, view });
}
