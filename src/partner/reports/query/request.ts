import { Type, type TObject, type TSchema } from 'typebox';
import { Decimal, type FieldErrors, noFieldErrors, refuseFieldErrors } from '../../../kernel/index.ts';
import { addDays, dayOf } from './calendar.ts';
import type { Ask, Period, PeriodRule, Report } from './declare.ts';
import { day } from './filters.ts';
import { UPDATED_SINCE } from './updates.ts';

const MOST_ROWS = 1000;
const USUAL_ROWS = 100;
const LARGEST_OFFSET = 2_147_483_647;

/** The parameters a report takes. */
export function querySchema(report: Report): TObject {
  const { grouping, period, filters, orderings, paging } = report;
  const { firstOffset, limit } = paging ?? { firstOffset: 0, limit: USUAL_ROWS };
  const properties: Record<string, TSchema> = {};
  if (grouping) {
    properties['group_by'] = Type.Array(Type.Enum(Object.keys(grouping.dimensions)), {
      minItems: 1,
      maxItems: grouping.most,
      uniqueItems: true,
      default: grouping.byDefault,
      description: `By what rows are grouped, at most ${grouping.most} names; \`group_fields\` follows their order.`,
      examples: [grouping.byDefault],
    });
  }
  if (period) {
    properties['date_from'] = day(`The first day. ${period.description}`);
    properties['date_to'] = day(`The last day, which belongs to the range. ${period.description}`);
    if (period.aliases) {
      properties[period.aliases.from] = day('Another name of `date_from`.');
      properties[period.aliases.to] = day('Another name of `date_to`.');
    }
  }
  if (report.tellsUpdates) properties['updated_since'] = UPDATED_SINCE;
  for (const [name, { schema }] of Object.entries(filters)) properties[name] = schema;
  if (orderings.length > 0) {
    properties['ordering'] = Type.Array(Type.Enum(orderings.flatMap((name) => [name, `-${name}`])), {
      minItems: 1,
      maxItems: orderings.length,
      description: 'By what rows are ordered; `-` before a name descends. What is null comes last.',
      examples: [[`-${orderings.at(-1)}`]],
    });
  }
  properties['limit'] = Type.Integer({
    minimum: 1,
    maximum: MOST_ROWS,
    default: limit,
    description: 'Rows on the page.',
    examples: [limit],
  });
  properties['offset'] = Type.Integer({
    minimum: firstOffset,
    maximum: LARGEST_OFFSET,
    default: firstOffset,
    description: firstOffset === 0 ? 'Rows before the page.' : 'The position of the first row, from 1.',
    examples: [firstOffset],
  });
  properties['format'] = Type.Enum(['json', 'csv', 'xlsx'], {
    description:
      'What to answer with, whatever `Accept` says; `csv` and `xlsx` have all matching rows, whatever `limit` and ' +
      '`offset` say.',
    examples: ['json'],
  });
  return Type.Object(
    Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, Type.Optional(schema)])),
    { additionalProperties: false },
  );
}

type Query = Readonly<Record<string, unknown>>;

/** Adds errors of parameters that contradict each other; some may be malformed themselves. */
export function checkTogether(report: Report, query: Query, errors: FieldErrors): void {
  const faulty = new Set(Object.keys(errors).map((path) => path.replace(/\..*/, '')));
  const sound = Object.fromEntries(Object.entries(query).filter(([name]) => !faulty.has(name)));
  if (!faulty.has('group_by')) checkOrdering(report, sound, errors);
  checkRanges(report, sound, errors);
  if (!report.period) return;
  checkAliases(report.period, sound, errors);
  const names = namesUsed(report.period, sound);
  const [from, to] = [sound[names.from], sound[names.to]] as (string | undefined)[];
  if (from !== undefined && to !== undefined) checkPeriod(report.period, { from, to }, names, errors);
}

const NAMES: Period = { from: 'date_from', to: 'date_to' };

/** The names by which the caller gave the ends of the period. */
function namesUsed({ aliases = NAMES }: PeriodRule, query: Query): Period {
  return {
    from: aliases.from in query ? aliases.from : NAMES.from,
    to: aliases.to in query ? aliases.to : NAMES.to,
  };
}

function checkAliases({ aliases }: PeriodRule, query: Query, errors: FieldErrors): void {
  for (const end of ['from', 'to'] as const) {
    const alias = aliases?.[end];
    if (alias !== undefined && alias in query && NAMES[end] in query)
      errors[alias] = [`is another name of ${NAMES[end]}; give only one of them`];
  }
}

/** Adds the defaults. */
export function readAsk(report: Report, query: Query, subject: string | number | undefined, now: Date): Ask {
  const { grouping, paging, filters, period: rule } = report;
  const { firstOffset, limit } = paging ?? { firstOffset: 0, limit: USUAL_ROWS };
  const values = Object.fromEntries(Object.entries(query).filter(([name]) => name in filters));
  const names = rule ? namesUsed(rule, query) : NAMES;
  const given = { from: query[names.from], to: query[names.to] } as Partial<Period>;
  const period = rule?.complete(given, dayOf(now), query);
  const errors = noFieldErrors();
  if (rule && period) checkPeriod(rule, period, names, errors);
  refuseFieldErrors(errors);
  return {
    groupBy: (query['group_by'] ?? grouping?.byDefault ?? []) as string[],
    values,
    ordering: (query['ordering'] ?? []) as string[],
    limit: (query['limit'] ?? limit) as number,
    offset: ((query['offset'] ?? firstOffset) as number) - firstOffset,
    period,
    subject,
  };
}

function checkOrdering({ grouping }: Report, query: Query, errors: FieldErrors): void {
  const groupBy = (query['group_by'] ?? grouping?.byDefault ?? []) as string[];
  const dimensions = Object.keys(grouping?.dimensions ?? {});
  const missing = ((query['ordering'] ?? []) as string[])
    .map((entry) => entry.replace(/^-/, ''))
    .filter((name) => dimensions.includes(name) && !groupBy.includes(name));
  if (missing.length > 0) errors['ordering'] = missing.map((name) => `${name} is not among group_by`);
}

function checkRanges({ filters }: Report, query: Query, errors: FieldErrors): void {
  for (const [name, { upTo }] of Object.entries(filters)) {
    if (upTo === undefined || !isReversed(query[name], query[upTo])) continue;
    errors[name] = [`must not be more than ${upTo}`];
  }
}

/** Both are days, or both are numbers. */
function isReversed(from: unknown, to: unknown): boolean {
  if (typeof from !== 'string' || typeof to !== 'string') return false;
  const [low, high] = [Decimal.tryParse(from), Decimal.tryParse(to)];
  return low && high ? low.compare(high) > 0 : from > to;
}

function checkPeriod(rule: PeriodRule, { from, to }: Period, names: Period, errors: FieldErrors): void {
  const { mostDays } = rule;
  if (from > to) {
    errors[names.from] = [`must not be after ${names.to}, ${to}`];
  } else if (mostDays !== undefined && addDays(from, mostDays - 1) < to) {
    errors[names.to] = [
      `must be at most ${mostDays} days from ${names.from}, both included: ${addDays(from, mostDays - 1)} or before`,
    ];
  }
}
