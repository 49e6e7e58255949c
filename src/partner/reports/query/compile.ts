import type { Dialect } from '../../facts/serving/index.ts';
import { Values, type Bound } from './bind.ts';
import type { Ask, Lookup, Report, Scope, Subject } from './declare.ts';
import { containsText, fromDay, toDay } from './filters.ts';
import { VisibleTables, type Owner, type Reach, type Visible } from './reach.ts';
import { IS_UPDATED } from './updates.ts';

export interface Query extends Bound {
  /** The part that comes from the declaration, with placeholders for values. */
  readonly declared: string;
}

/** The prefix of the columns of totals. */
export const TOTAL = 'total_';
/** The column that is true in rows of the page: totals come even when there are none. */
export const ON_PAGE = 'is_on_page';

/** One statement, and so one state of the facts: every row of the page has the totals beside it. */
export function compilePage(report: Report, ask: Ask, owner: Owner, dialect: Dialect): Query {
  return compile(report, ask, owner, dialect, (scope) => {
    const { bind } = scope;
    const order = orderOf(report, scope);
    const totals = Object.entries(report.totals.columns(scope)).map(
      ([name, sql]) => `${sql} as ${TOTAL}${name}`,
    );
    const rows = `select *, true as ${ON_PAGE} from matched order by ${order} limit ${bind(ask.limit)} offset ${bind(ask.offset)}`;
    const { lookup } = report;
    const isLate = lookup !== undefined && !asksFor(report, ask, lookup.column);
    const page = isLate ? lookup.add(`(${rows})`, scope) : rows;
    return {
      expressions: matched(report, scope, isLate ? undefined : lookup),
      select: `select * from (select ${totals.join(', ')} from matched) totals
        left join (${page}) page on true order by ${order}`,
    };
  });
}

/** All matching rows. */
export function compileRows(report: Report, ask: Ask, owner: Owner, dialect: Dialect): Query {
  return compile(report, ask, owner, dialect, (scope) => ({
    expressions: matched(report, scope, report.lookup),
    select: `select * from matched order by ${orderOf(report, scope)}`,
  }));
}

interface WantedValues {
  readonly column: string;
  readonly search: string | undefined;
  readonly limit: number;
}

/** The distinct values of a column, as `value`. */
export function compileValues(
  report: Report,
  ask: Ask,
  owner: Owner,
  dialect: Dialect,
  wanted: WantedValues,
): Query {
  const { column, search, limit } = wanted;
  return compile(report, ask, owner, dialect, (scope) => {
    const { bind } = scope;
    const lookup = report.lookup?.column === column ? report.lookup : undefined;
    const where = [
      `${column} <> ''`,
      ...(search === undefined ? [] : [containsText(column, search, scope)]),
      ...conditions(report, scope),
    ];
    return {
      expressions: [`source as (${rowsOf(report, scope, lookup)})`],
      select: `select ${column} as value from source where ${where.join(' and ')}
        group by ${column} order by value limit ${bind(limit)}`,
    };
  });
}

/** Whether the subject of the path exists, as `is_known`. */
export function compileKnown(
  report: Report,
  subject: Subject,
  ask: Ask,
  owner: Owner,
  dialect: Dialect,
): Query {
  return compile(report, ask, owner, dialect, (scope) => ({
    expressions: [],
    select: `select ${subject.known(scope)} as is_known`,
  }));
}

/** The orders that tickets without a server may mean, as `order_id`. */
export const compileCandidates = (
  report: Report,
  { select }: NonNullable<Report['candidates']>,
  ask: Ask,
  owner: Owner,
  dialect: Dialect,
): Query => compile(report, ask, owner, dialect, (scope) => ({ expressions: [], select: select(scope) }));

/** A select over the rows that the owner sees as its own. */
export const compileOwn = (owner: Owner, dialect: Dialect, write: (visible: Visible) => string): Query =>
  compileOver('own', owner, dialect, (visible) => ({ expressions: [], select: write(visible) }));

interface Statement {
  /** Common table expressions. */
  readonly expressions: readonly string[];
  readonly select: string;
}

const compile = (
  report: Report,
  ask: Ask,
  owner: Owner,
  dialect: Dialect,
  write: (scope: Scope) => Statement,
): Query =>
  compileOver(report.reach, owner, dialect, (visible) => write({ ...scopeOf(report, ask), ...visible }));

function compileOver(
  reach: Reach,
  owner: Owner,
  dialect: Dialect,
  write: (visible: Visible) => Statement,
): Query {
  const values = new Values();
  const { bind } = values;
  const tables = new VisibleTables(reach, owner, { bind, dialect });
  const { expressions, select } = write({ bind, dialect, from: tables.from });
  const whole = withExpressions([...tables.expressions, ...expressions], select);
  return { ...values.inline(whole), declared: withExpressions(expressions, select) };
}

const withExpressions = (expressions: readonly string[], select: string): string =>
  expressions.length === 0 ? select : `with ${expressions.join(',\n')}\n${select}`;

function scopeOf({ grouping, filters }: Report, ask: Ask): Pick<Scope, 'ask' | 'dimensions'> {
  const known = Object.keys(grouping?.dimensions ?? {});
  const filtered = Object.keys(ask.values).map((name) => filters[name]?.column);
  const used = new Set([...ask.groupBy, ...filtered]);
  const dimensions = new Set(known.filter((name) => used.has(name)));
  return { ask, dimensions };
}

/** Whether rows are filtered or ordered by a column. */
function asksFor({ filters }: Report, ask: Ask, column: string): boolean {
  const names = ask.ordering.map((entry) => entry.replace(/^-/, ''));
  return names.includes(column) || Object.keys(ask.values).some((name) => filters[name]?.column === column);
}

/** `matched`, the rows that match; for groups also `source` and `found`, the rows before and after filtering. */
function matched(report: Report, scope: Scope, lookup: Lookup | undefined): string[] {
  const { ask, dialect } = scope;
  const where = conditions(report, scope);
  const filtered = (relation: string): string =>
    `select * from ${relation}${where.length === 0 ? '' : ` where ${where.join(' and ')}`}`;
  const rows = rowsOf(report, scope, lookup);
  if (!report.grouping) {
    return [
      `matched as ${report.isStored ? dialect.materialized(false) : ''} (${filtered(`(${rows}) source`)})`,
    ];
  }
  const measures = Object.entries(report.grouping.measures(ask)).map(([name, sql]) => `${sql} as ${name}`);
  const groups = ask.groupBy.join(', ');
  return [
    `source as (${rows})`,
    `found as (${filtered('source')})`,
    `matched as (select ${groups}, ${measures.join(', ')} from found group by ${groups})`,
  ];
}

const rowsOf = (report: Report, scope: Scope, lookup: Lookup | undefined): string =>
  lookup ? lookup.add(`(${report.source(scope)})`, scope) : report.source(scope);

function conditions({ filters, period }: Report, scope: Scope): string[] {
  const { ask, bind } = scope;
  const updated = ask.since ? [IS_UPDATED] : [];
  const given = Object.entries(ask.values).flatMap(([name, value]) => {
    const condition = filters[name]?.condition?.(value, scope);
    return condition === undefined ? [] : [condition];
  });
  if (!period?.column || !ask.period) return [...given, ...updated];
  const { from, to } = ask.period;
  return [fromDay(period.column, from, bind), toDay(period.column, to, bind), ...given, ...updated];
}

/** The key comes last, so that the order is total. Nulls are last in both directions. */
function orderOf({ fields, byDefault, key }: Report, { ask, dialect }: Scope): string {
  const asked = ask.ordering.length > 0 ? ask.ordering : (byDefault ?? ask.groupBy);
  const terms = asked.flatMap((entry) => {
    const name = entry.replace(/^-/, '');
    const direction = entry === name ? 'asc' : 'desc';
    return (fields[name]?.order?.(dialect) ?? [name]).map(
      (expression) => `${expression} ${direction} nulls last`,
    );
  });
  return [...terms, ...(key ?? ask.groupBy)].join(', ');
}
