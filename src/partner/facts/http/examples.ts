import { KINDS, type Kind } from '../kinds/index.ts';

/** Bodies with one fact, by the name of its kind. */
type Examples = Readonly<Record<string, string>>;

const shownOf = ({ fields, exampleFields }: Kind): [string, unknown][] =>
  Object.entries(fields).flatMap(([name, { required, example }]): [string, unknown][] =>
    required || exampleFields.includes(name) ? [[name, example]] : [],
  );

const ndjson = examplesBy((fields) => `${JSON.stringify(Object.fromEntries(fields))}\n`);

const table = (separator: string): Examples =>
  examplesBy((fields) => {
    const [names, values] = [0, 1].map((place) => fields.map((field) => field[place]).join(separator));
    return `${names}\n${values}\n`;
  });

const csv = table(',');

/** By content type. Files in other formats have no text. */
export const FACT_EXAMPLES: Readonly<Record<string, Examples>> = {
  'application/x-ndjson': ndjson,
  'application/ndjson': ndjson,
  'application/jsonl': ndjson,
  'text/csv': csv,
  'text/tab-separated-values': table('\t'),
};

function examplesBy(write: (fields: readonly [string, unknown][]) => string): Examples {
  return Object.fromEntries(KINDS.map((kind) => [kind.name, write(shownOf(kind))]));
}
