import { Type, type Static, type TSchema } from 'typebox';
import type { Report } from './declare.ts';
import { querySchema } from './request.ts';

const named = (example: string, description: string) =>
  Type.Object({
    name: Type.String({ examples: [example] }),
    description: Type.String({ examples: [description] }),
  });

const ReportEntry = Type.Object(
  {
    name: Type.String({ examples: ['performance'] }),
    path: Type.String({ examples: ['/api/reports/performance/'] }),
    title: Type.String({ examples: ['What links brought, from impressions to rewards'] }),
    description: Type.String({ examples: ['Impressions, clicks and spend count by their own country.'] }),
    dimensions: Type.Array(named('country', 'Where the client lives.'), {
      description: 'By what it can be grouped, or which texts and times its rows have.',
    }),
    measures: Type.Array(named('click_count', 'Clicks on links.'), { description: 'What it measures.' }),
    filters: Type.Array(named('country', 'Only these countries.'), {
      description: 'The parameters it takes.',
    }),
    orderings: Type.Array(Type.String(), {
      description: 'The names by which it can be ordered.',
      examples: [['country', 'click_count']],
    }),
  },
  { title: 'ReportEntry' },
);

export const PICKER = Type.Object({ data: Type.Array(ReportEntry) }, { title: 'ReportList' });

/** The parameters of a report, for building a request. */
export function pick(report: Report): Static<typeof ReportEntry> {
  const { name, path, summary, description, grouping, fields, orderings } = report;
  const told = Object.entries(fields)
    .filter(([name]) => name !== 'group_fields')
    .map(([name, { schema }]) => ({ name, schema }));
  const groups = Object.entries(grouping?.dimensions ?? {}).map(([name, description]) => ({
    name,
    description,
  }));
  const isMeasure = (field: Told): boolean =>
    grouping ? !(field.name in grouping.dimensions) : isAmount(field);
  return {
    name,
    path: path.replaceAll(/:(\w+)/g, '{$1}'),
    title: summary,
    description,
    dimensions: grouping ? groups : told.filter((field) => !isMeasure(field)).map(describe),
    measures: told.filter(isMeasure).map(describe),
    filters: Object.entries(querySchema(report).properties).map(([name, schema]) =>
      describe({ name, schema }),
    ),
    orderings: [...orderings],
  };
}

interface Told {
  readonly name: string;
  readonly schema: TSchema;
}

/** A number that is not the number of something. */
const isAmount = ({ name, schema }: Told): boolean =>
  /"(integer|number)"/.test(JSON.stringify(schema)) && !/(^|_)id$/.test(name);

const describe = ({ name, schema }: Told) => ({
  name,
  description: (schema as { description?: string }).description ?? '',
});
