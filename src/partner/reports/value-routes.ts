import { Type } from 'typebox';
import { noFieldErrors, refuseFieldErrors } from '../../kernel/index.ts';
import { endpoint, type Endpoint } from '../../platform/http/index.ts';
import { factsContext, type Facts } from '../facts/handle/index.ts';
import { REPORTS } from './declarations/index.ts';
import { checkTogether, day, listFilters, readAsk, type Report } from './query/index.ts';
import type { ReportResources } from './resources/index.ts';
import { columnOf, readValues } from './reading/index.ts';

const SEARCHED = REPORTS.filter((report) => listFilters(report).length > 0);
/** What the paths of these reports name is a parameter here. */
const SUBJECTS = SEARCHED.flatMap(({ subject }) => subject ?? []);
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

const PARAMS = Type.Object({
  report: Type.Enum(
    SEARCHED.map(({ name }) => name),
    { description: 'The name of a report in the list of reports.', examples: ['performance'] },
  ),
});

const QUERY = Type.Object(
  {
    field: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'A filter of the report that takes a list of values.',
      examples: ['country'],
    }),
    search: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'Only values that contain this, in small or capital letters.',
        examples: ['p'],
      }),
    ),
    date_from: Type.Optional(day('For a report of a period: its first day.')),
    date_to: Type.Optional(day('For a report of a period: its last day.')),
    ...Object.fromEntries(SUBJECTS.map(({ name, schema }) => [name, Type.Optional(schema)])),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_LIMIT,
        default: DEFAULT_LIMIT,
        description: 'Values at most.',
        examples: [DEFAULT_LIMIT],
      }),
    ),
  },
  { additionalProperties: false },
);

const VALUES = Type.Object(
  {
    values: Type.Array(Type.String(), {
      description: 'Sorted. The empty value is left out.',
      examples: [['ES', 'PT']],
    }),
    has_more: Type.Boolean({ description: 'Whether there are more than `limit`.', examples: [false] }),
  },
  { title: 'FilterValues' },
);

/** The period and what the path of the report names. */
type Bounds = Readonly<Record<string, string>>;

export function valueEndpoint(facts: Facts, { pages, states }: ReportResources): Endpoint {
  return endpoint({
    method: 'GET',
    waitsForWrites: true,
    readAs: 'partner',
    path: '/api/reports/:report/values/',
    operation: 'listFilterValues',
    tag: 'Reports',
    summary: 'The values that a filter of a report can find',
    description:
      'Values that occur in the rows of the report. Without dates, a report of a period looks at its default period.',
    scope: 'reports:view',
    params: PARAMS,
    query: QUERY,
    answers: { 200: { description: 'The values.', schema: VALUES } },
    errors: ['not_found'],
    async handle(call, { params, query: { field, search, limit = DEFAULT_LIMIT, ...given } }) {
      const context = factsContext(call, facts);
      const report = SEARCHED.find(({ name }) => name === params.report);
      if (!report) throw new Error('Its schema allows no other report.');
      const column = columnOf(report, field);
      const bounds = given as Bounds;
      checkBounds(report, bounds);
      const groups = report.grouping && { group_by: [column] };
      const named = report.subject && bounds[report.subject.name];
      const ask = readAsk(report, { ...bounds, ...groups }, named, context.clock.now());
      const { owner, view } = await states.read(context);
      const body = await pages.run(
        { partnerUid: owner.partnerUid, report: `${report.name} values` },
        context,
        () => readValues(context, { report, ask, owner, view }, { field, search, limit }),
      );
      return { status: 200, body };
    },
  });
}

/** Refuses dates and subjects that the report does not take. */
function checkBounds(report: Report, bounds: Bounds): void {
  const { name, subject, period } = report;
  const taken = new Set([...(period ? ['date_from', 'date_to'] : []), ...(subject ? [subject.name] : [])]);
  const errors = noFieldErrors();
  for (const given of Object.keys(bounds)) {
    if (!taken.has(given)) errors[given] = [`is not a parameter of ${name}`];
  }
  if (subject && bounds[subject.name] === undefined) errors[subject.name] = [`is required for ${name}`];
  checkTogether(report, bounds, errors);
  refuseFieldErrors(errors);
}
