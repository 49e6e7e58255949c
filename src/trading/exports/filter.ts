import { invalid } from '../../kernel/index.ts';
import { parse, type Fields, type Query } from '../lucene/index.ts';

/** Without a filter, everything. */
export function readFilter(filter: string | undefined, fields: Fields): Query {
  if (filter === undefined) return { kind: 'all' };
  const parsed = parse(filter, fields);
  if (parsed.ok) return parsed.query;
  throw invalid({
    query: parsed.diagnostics.map(({ offset, message }) => `at character ${offset + 1}: ${message}`),
  });
}
